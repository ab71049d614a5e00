import type english from '../en/transfer.ts'
import type { Translation } from '../translation.ts'

export default {
  export: '导出',
  'export.markdown': '导出为 Markdown',
  'export.json': '导出为 JSON',
  'file.asked': '问题',
  'file.answered': '{{model}} 的回答',
  'file.answer': '回答',
  'file.picture': '图片：{{name}}',
  'file.unfinished': '此回答未完成。',
} as const satisfies Translation<typeof english, 'zh'>
