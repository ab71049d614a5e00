import type english from '../en/account-mails.ts'
import type { Translation } from '../translation.ts'

export default {
  'invite.subject': '{{inviter}} mời bạn tham gia {{account}} trên Atrium',
  'invite.text':
    '{{inviter}} mời bạn tham gia tài khoản “{{account}}” trên Atrium, nơi các nhóm cùng nhau hỏi các mô hình AI.',
  'invite.button': 'Xem lời mời',
  'invite.life': 'Liên kết có hiệu lực trong {{days}} ngày và chỉ dành cho địa chỉ email này.',
  'invite.unknown':
    'Nếu bạn không biết {{inviter}}, bạn có thể bỏ qua thư này: sẽ không có gì xảy ra cho đến khi bạn chấp nhận.',
} as const satisfies Translation<typeof english, 'vi'>
