import type english from '../en/composing.ts'
import type { Translation } from '../translation.ts'

export default {
  'suggest.list': 'Gợi ý',
  'suggest.actions': 'Thao tác',
  'suggest.people': 'Người trong phòng',
  'suggest.models': 'Mô hình',
  'suggest.files': 'Tệp của phòng',
  'suggest.answers': 'Trả lời câu hỏi này',
  'suggest.searching': 'Đang tìm…',
  'suggest.none': 'Không có ai và không có gì mang tên này',
  'suggest.failed': 'Không tải được người và tệp của phòng.',
  'suggest.count_other': '{{count, number}} gợi ý',
  'action.model': 'Chọn mô hình',
  'pasted.list': 'Văn bản đã dán',
  'pasted.text': 'Văn bản đã dán',
  'pasted.size_other': 'Văn bản đã dán · {{count, number}} dòng',
  'pasted.remove': 'Xoá văn bản đã dán',
  'pasted.unfold': 'Đưa vào câu hỏi',
  'pasted.keep': 'Giữ lại',
  'mentions.title': 'Lượt nhắc đến',
  'mentions.unseen_other': '{{count, number}} lượt nhắc đến mới',
  'mentions.line': '{{name}} đã nhắc đến bạn trong {{room}}',
  'mentions.empty': 'Chưa có ai nhắc đến bạn.',
  'mentions.failed': 'Không tải được các lượt nhắc đến.',
  'mentions.loading': 'Đang tải các lượt nhắc đến…',
  'mentions.private': 'Nội dung câu hỏi chỉ thuộc về người hỏi.',
} as const satisfies Translation<typeof english, 'vi'>
