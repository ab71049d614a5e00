import type english from '../../en/offline/offline.ts'
import type { Translation } from '../../translation.ts'

export default {
  title: 'Bạn đang ngoại tuyến',
  text: 'Atrium sẽ mở lại khi có kết nối. Trong lúc chờ, bạn có thể đọc các cuộc trò chuyện đã mở gần đây trên thiết bị này.',
  'text.none': 'Atrium sẽ mở lại khi có kết nối.',
  again: 'Thử lại',
  trying: 'Đang kết nối…',
  chats: 'Cuộc trò chuyện trên thiết bị này',
  back: 'Tất cả cuộc trò chuyện',
  read: 'Tính đến {{date}}',
  you: 'Bạn',
  answer: 'Câu trả lời',
  missing: 'Không có câu trả lời nào được lưu cho câu hỏi này.',
} as const satisfies Translation<typeof english, 'vi'>
