import type english from '../../en/mails/account-mails.ts'
import type { Translation } from '../../translation.ts'

export default {
  'invite.subject': '{{inviter}} mời bạn tham gia {{account}} trên Atrium',
  'invite.text':
    '{{inviter}} mời bạn tham gia tài khoản “{{account}}” trên Atrium, nơi các nhóm cùng nhau hỏi các mô hình AI.',
  'invite.room': 'Bạn sẽ bắt đầu ở phòng “{{room}}”.',
  'invite.button': 'Xem lời mời',
  'invite.life': 'Liên kết có hiệu lực trong {{days}} ngày và chỉ dành cho địa chỉ email này.',
  'invite.unknown':
    'Nếu bạn không biết {{inviter}}, bạn có thể bỏ qua thư này: sẽ không có gì xảy ra cho đến khi bạn chấp nhận.',
  'ended.subject': 'Lời mời của {{name}} vào {{account}} đã kết thúc',
  'ended.text':
    '{{name}} không còn là quản trị viên của “{{account}}”, nên các lời mời và liên kết công khai do người này tạo đã hết hiệu lực.',
  'ended.invites': 'Lời mời đã thu hồi:',
  'ended.links': 'Liên kết công khai đã thu hồi:',
  'ended.next': 'Nếu những người này vẫn cần tham gia, hãy mời lại họ trên trang Thành viên.',
  'credits.requested.subject': '{{name}} xin thêm tín dụng trong {{account}}',
  'credits.requested.text': '{{name}} đã xin thêm tín dụng trong “{{account}}” với lý do:',
  'credits.approved.subject': 'Bạn có thêm {{credits}} tín dụng trong {{account}}',
  'credits.approved.text':
    'Yêu cầu tín dụng của bạn trong “{{account}}” đã được chấp thuận: bạn có thể dùng thêm {{credits}} tín dụng.',
  'credits.approvedMonthly.subject': 'Bạn có thêm {{credits}} tín dụng mỗi tháng trong {{account}}',
  'credits.approvedMonthly.text':
    'Yêu cầu tín dụng của bạn trong “{{account}}” đã được chấp thuận: bạn có thể dùng thêm {{credits}} tín dụng mỗi tháng.',
  'credits.refused.subject': 'Yêu cầu tín dụng của bạn trong {{account}} bị từ chối',
  'credits.refused.text': 'Yêu cầu tín dụng của bạn trong “{{account}}” bị từ chối. Câu trả lời:',
  'credits.button': 'Quyết định',
  'credits.back': 'Quay lại Atrium',
  'limit.own.subject': 'Bạn sắp hết hạn mức tín dụng hằng tháng trong {{account}}',
  'limit.own.text':
    'Bạn đã dùng {{used}} trên {{limit}} tín dụng của hạn mức hằng tháng trong “{{account}}”. Quản trị viên có thể tăng hạn mức.',
  'limit.member.subject': '{{name}} sắp hết hạn mức tín dụng trong {{account}}',
  'limit.member.text':
    '{{name}} đã dùng {{used}} trên {{limit}} tín dụng của hạn mức hằng tháng trong “{{account}}”.',
  'limit.room.subject': 'Phòng {{name}} sắp hết hạn mức tín dụng',
  'limit.room.text':
    'Phòng “{{name}}” trong “{{account}}” đã dùng {{used}} trên {{limit}} tín dụng của hạn mức hằng tháng.',
  'limit.button': 'Xem hạn mức',
} as const satisfies Translation<typeof english, 'vi'>
