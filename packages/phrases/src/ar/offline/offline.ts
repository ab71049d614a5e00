import type english from '../../en/offline/offline.ts'
import type { Translation } from '../../translation.ts'

export default {
  title: 'أنت غير متصل بالإنترنت',
  text: 'سيُفتح Atrium من جديد عند عودة الاتصال. وحتى ذلك الحين يمكنك قراءة المحادثات التي فتحتها مؤخرًا على هذا الجهاز.',
  'text.none': 'سيُفتح Atrium من جديد عند عودة الاتصال.',
  again: 'إعادة المحاولة',
  trying: 'جارٍ الاتصال…',
  chats: 'المحادثات على هذا الجهاز',
  back: 'كل المحادثات',
  read: 'حتى {{date}}',
  you: 'أنت',
  answer: 'الإجابة',
  missing: 'لم تُحفظ إجابة عن هذا السؤال.',
} as const satisfies Translation<typeof english, 'ar'>
