import type english from '../../en/mails/chat-mails.ts'
import type { Translation } from '../../translation.ts'

export default {
  'mention.subject': 'Bạn được nhắc đến trên Atrium',
  'mention.line': '{{name}} đã nhắc đến bạn trong phòng “{{room}}” của “{{account}}”.',
  'mention.private': 'Cuộc trò chuyện đó là riêng tư. Hãy hỏi người ấy về nội dung.',
  'mention.often':
    'Thư này được gửi nhiều nhất một lần mỗi ngày. Bạn có thể tắt trong hồ sơ của mình: {{url}}',
} as const satisfies Translation<typeof english, 'vi'>
