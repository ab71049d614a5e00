import type english from '../en/transfer.ts'
import type { Translation } from '../translation.ts'

export default {
  export: 'Xuất',
  'export.markdown': 'Xuất dạng Markdown',
  'export.json': 'Xuất dạng JSON',
  'file.asked': 'Câu hỏi',
  'file.answered': 'Trả lời bởi {{model}}',
  'file.answer': 'Trả lời',
  'file.picture': 'Hình ảnh: {{name}}',
  'file.unfinished': 'Câu trả lời này chưa hoàn tất.',
} as const satisfies Translation<typeof english, 'vi'>
