import type english from '../en/transfer.ts'
import type { Translation } from '../translation.ts'

export default {
  export: 'تصدير',
  'export.markdown': 'تصدير بصيغة Markdown',
  'export.json': 'تصدير بصيغة JSON',
  'file.asked': 'السؤال',
  'file.answered': 'إجابة {{model}}',
  'file.answer': 'الإجابة',
  'file.picture': 'صورة: {{name}}',
  'file.unfinished': 'لم تكتمل هذه الإجابة.',
} as const satisfies Translation<typeof english, 'ar'>
