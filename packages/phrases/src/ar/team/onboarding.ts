import type english from '../../en/team/onboarding.ts'
import type { Translation } from '../../translation.ts'

export default {
  'welcome.title': 'مرحبًا بك في Atrium',
  'welcome.step': 'الخطوة {{step, number}} من {{count, number}}',
  'welcome.skip': 'تخطٍّ',
  'welcome.back': 'رجوع',
  'welcome.next': 'التالي',
  'welcome.start': 'ابدأ',
  'welcome.ask.title': 'اسأل أي نموذج',
  'welcome.ask.text': 'اكتب سؤالًا وأرفق ملفات واختر نموذجًا، أو دع «تلقائي» يختار. ترى السعر قبل الإرسال.',
  'welcome.rooms.title': 'اعملوا معًا في الغرف',
  'welcome.rooms.text':
    'لكل غرفة أعضاؤها وملفاتها وتعليماتها، وكل محادثة فيها تستخدمها. تبقى محادثاتك خاصة إلى أن تشاركها.',
  'welcome.sources.title': 'تحقق من كل إجابة',
  'welcome.sources.text': 'تستشهد الإجابات بالمقاطع التي تستخدمها. اختر استشهادًا لتقرأه في مستنده.',
  'steps.title': 'الخطوات الأولى',
  'steps.done': 'اكتمل {{done, number}} من {{count, number}}',
  'steps.close': 'إغلاق هذه القائمة',
  'steps.invite': 'دعوة أشخاص',
  'steps.file': 'إضافة ملف',
  'steps.template': 'استخدام قالب',
  'steps.isDone': 'تم',
  'steps.isOpen': 'لم يتم بعد',
} as const satisfies Translation<typeof english, 'ar'>
