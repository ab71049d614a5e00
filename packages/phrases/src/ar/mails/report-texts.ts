import type english from '../../en/mails/report-texts.ts'
import type { Translation } from '../../translation.ts'

/** Texts that the server writes into reports of data analyses. */
export default {
  method: 'كيف حُسبت هذه النتائج',
  methodText:
    'شغّل Atrium كل استعلام أدناه على {{files}}. تأتي كل الأرقام في الجداول من هذه الاستعلامات. كتب النموذج الاستعلامات والنص.',
  query: '{{analysis}} عدد صفوف النتيجة: {{count}}.',
  noRows: 'لم يُرجع الاستعلام أي صف.',
  firstRows: 'أول {{shown}} من {{count}} صف.',
} as const satisfies Translation<typeof english, 'ar'>
