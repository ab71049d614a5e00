import type english from '../../en/mails/notification-mails.ts'
import type { Translation } from '../../translation.ts'

export default {
  'footer.text': 'Bạn nhận được email này vì email hằng ngày đang bật trong hồ sơ Atrium của bạn.',
  'footer.change': 'Thay đổi hoặc hủy đăng ký',
  'digest.subject': 'Bản tin Atrium ngày {{date}}',
  'digest.intro': 'Đây là những điều mới kể từ bản tin trước.',
  'digest.chats': 'Câu trả lời chưa đọc',
  'digest.jobs': 'Tác vụ',
  'digest.job.completed': 'Hoàn thành · {{room}} · {{account}}',
  'digest.job.failed': 'Thất bại · {{room}} · {{account}}',
  'digest.job.paused': 'Cần bạn trả lời · {{room}} · {{account}}',
  'digest.mentions': 'Lượt nhắc đến',
  'digest.invites': 'Lời mời',
  'digest.requests': 'Yêu cầu tín dụng',
  'digest.place': '{{room}} · {{account}}',
  'digest.untitled': 'Cuộc trò chuyện chưa có tiêu đề',
  'digest.mention': '{{name}} đã nhắc đến bạn',
  'digest.private': '{{room}} · {{account}} · Cuộc trò chuyện này là riêng tư. Hãy hỏi người ấy về nội dung.',
  'digest.invite': '{{name}} mời bạn tham gia “{{account}}”',
  'digest.invited': 'Bạn được mời tham gia “{{account}}”',
  'digest.request': '{{name}} đang yêu cầu tín dụng',
  'digest.more': 'Còn {{count}} mục trong Atrium',
  'digest.open': 'Mở Atrium',
  'schedule.subject': 'Lịch “{{title}}” của bạn không chạy được',
  'schedule.text': 'Lần chạy gần nhất của lịch “{{title}}” đã thất bại:',
  'schedule.continues': 'Lịch sẽ chạy lại vào lần tiếp theo.',
  'schedule.paused':
    'Đây là lần thất bại thứ ba liên tiếp nên lịch đã tạm dừng. Hãy tiếp tục lịch khi nguyên nhân không còn.',
  'schedule.button': 'Mở các lịch',
  'waiting.subject': 'Bạn có thể tham gia Atrium',
  'waiting.text':
    'Bạn đã yêu cầu được báo khi Atrium có chỗ. Giờ bạn có thể tạo tài khoản bằng địa chỉ email này.',
  'waiting.button': 'Tạo tài khoản',
  'waiting.unknown': 'Nếu bạn không yêu cầu, hãy bỏ qua email này.',
} as const satisfies Translation<typeof english, 'vi'>
