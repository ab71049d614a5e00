import type english from '../en/invites.ts'
import type { Translation } from '../translation.ts'

export default {
  title: 'دعوات لك',
  failed: 'تعذّر تحميل الدعوات.',
  invited: 'أنت مدعو.',
  invitedBy: 'يدعوك {{name}}.',
  forDomain: 'مفتوح لكل من له نطاق بريدك',
  accept: 'قبول',
  'accept.named': 'قبول: {{account}}',
  decline: 'رفض',
  'decline.named': 'رفض: {{account}}',
  'join.page': 'دعوة',
  'join.title': 'الانضمام إلى',
  'join.until': 'صالحة حتى {{date}}',
  'join.notValid': 'هذه الدعوة لا تؤدي إلى أي مكان',
  'join.action': 'الانضمام إلى {{account}}',
  'join.signIn': 'سجّل الدخول للانضمام',
  'join.signUp': 'أنشئ حسابًا للانضمام',
  'join.terms': 'اقرأ الشروط واقبلها أولًا',
  'join.other': 'استخدام عنوان آخر',
  'join.as': 'سجّلت الدخول باسم',
} as const satisfies Translation<typeof english, 'ar'>
