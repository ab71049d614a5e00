import type english from '../../en/chat/sharing.ts'
import type { Translation } from '../../translation.ts'

export default {
  share: 'Chia sẻ…',
  stop: 'Ngừng chia sẻ',
  'done.none': 'Đã ngừng chia sẻ.',
  'queue.returned': 'Câu hỏi đang chờ của bạn không được gửi.',
  me: 'Tôi',
  by: '{{name}} chia sẻ',
  byMe: 'Bạn chia sẻ',
  'mark.read': 'Chỉ đọc',
  'mark.open': 'Được đặt câu hỏi',
} as const satisfies Translation<typeof english, 'vi'>
