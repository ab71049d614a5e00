import type english from '../../en/chat/sharing.ts'
import type { Translation } from '../../translation.ts'

export default {
  share: 'مشاركة…',
  stop: 'إيقاف المشاركة',
  'done.none': 'توقفت المشاركة.',
  'queue.returned': 'لم يُطرح سؤالك الذي كان في الانتظار.',
  me: 'أنا',
  by: 'شاركها {{name}}',
  byMe: 'شاركتها أنت',
  'mark.read': 'للقراءة فقط',
  'mark.open': 'مفتوحة للأسئلة',
} as const satisfies Translation<typeof english, 'ar'>
