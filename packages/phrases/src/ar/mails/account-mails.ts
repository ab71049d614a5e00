import type english from '../../en/mails/account-mails.ts'
import type { Translation } from '../../translation.ts'

export default {
  'invite.subject': '{{inviter}} يدعوك إلى {{account}} على Atrium',
  'invite.text':
    'يدعوك {{inviter}} إلى الانضمام إلى الحساب «{{account}}» على Atrium، حيث تسأل الفرق نماذج الذكاء الاصطناعي معًا.',
  'invite.room': 'ستبدأ في الغرفة «{{room}}».',
  'invite.button': 'عرض الدعوة',
  'invite.life': 'الرابط صالح لمدة {{days}} يومًا ولهذا البريد الإلكتروني فقط.',
  'invite.unknown': 'إذا كنت لا تعرف {{inviter}} فيمكنك تجاهل هذه الرسالة: لن يحدث شيء حتى تقبل.',
  'ended.subject': 'انتهت دعوات {{name}} إلى {{account}}',
  'ended.text': 'لم يعد {{name}} مشرفًا في «{{account}}»، لذلك انتهت الدعوات والروابط العامة التي أنشأها.',
  'ended.invites': 'الدعوات المسحوبة:',
  'ended.links': 'الروابط العامة الملغاة:',
  'ended.next': 'إذا كان ينبغي أن ينضم هؤلاء الأشخاص، فادعهم من جديد من صفحة الأعضاء.',
  'credits.requested.subject': 'طلب رصيد من {{name}} في {{account}}',
  'credits.requested.text': 'وصل طلب رصيد إضافي من {{name}} في «{{account}}» للسبب التالي:',
  'credits.approved.subject': 'لديك رصيد إضافي قدره {{credits}} في {{account}}',
  'credits.approved.text':
    'تمت الموافقة على طلبك في «{{account}}»: يمكنك استخدام رصيد إضافي قدره {{credits}}.',
  'credits.approvedMonthly.subject': 'لديك رصيد إضافي قدره {{credits}} كل شهر في {{account}}',
  'credits.approvedMonthly.text':
    'تمت الموافقة على طلبك في «{{account}}»: يمكنك استخدام رصيد إضافي قدره {{credits}} كل شهر.',
  'credits.refused.subject': 'رُفض طلبك للرصيد في {{account}}',
  'credits.refused.text': 'رُفض طلبك للرصيد في «{{account}}». الرد:',
  'credits.button': 'البتّ في الطلب',
  'credits.back': 'العودة إلى Atrium',
  'limit.own.subject': 'أوشك حد رصيدك الشهري في {{account}} على النفاد',
  'limit.own.text':
    'استخدمت {{used}} من {{limit}} من حد رصيدك الشهري في «{{account}}». يمكن لأحد المسؤولين رفع الحد.',
  'limit.member.subject': 'أوشك حد رصيد {{name}} في {{account}} على النفاد',
  'limit.member.text': 'بلغ استخدام {{name}} من الحد الشهري في «{{account}}»: {{used}} من {{limit}}.',
  'limit.room.subject': 'أوشك حد رصيد الغرفة {{name}} على النفاد',
  'limit.room.text': 'استخدمت الغرفة «{{name}}» في «{{account}}» {{used}} من {{limit}} من حدها الشهري.',
  'limit.button': 'مراجعة الحدود',
} as const satisfies Translation<typeof english, 'ar'>
