import type english from '../../en/mails/security-mails.ts'
import type { Translation } from '../../translation.ts'

export default {
  'secondFactorOn.subject': 'تسجيل دخولك إلى Atrium يطلب الآن عاملًا ثانيًا',
  'secondFactorOn.text':
    'من الآن فصاعدًا يطلب تسجيل الدخول إلى Atrium بكلمة مرورك رمزًا من تطبيق المصادقة أيضًا.',
  'secondFactorOff.subject': 'تسجيل دخولك إلى Atrium لم يعد يطلب عاملًا ثانيًا',
  'secondFactorOff.text':
    'تم للتو إيقاف العامل الثاني لتسجيل دخولك إلى Atrium. تكفي كلمة مرورك وحدها من جديد.',
  'recoveryCodesRenewed.subject': 'رموز استرداد جديدة لـ Atrium',
  'recoveryCodesRenewed.text':
    'أُنشئت رموز استرداد جديدة لتسجيل دخولك إلى Atrium. لم تعد الرموز القديمة صالحة.',
  'recoveryCodeUsed.subject': 'استُخدم أحد رموز الاسترداد الخاصة بك',
  'recoveryCodeUsed.text':
    'سجّل شخص ما، ونرجو أن تكون أنت، الدخول إلى Atrium للتو بأحد رموز الاسترداد الخاصة بك. عدد الرموز المتبقية: {{left}}.',
  'passkeyAdded.subject': 'أُضيف مفتاح مرور إلى تسجيل دخولك في Atrium',
  'passkeyAdded.text': 'أُضيف مفتاح مرور للتو. من يملكه يستطيع الدخول إلى Atrium باسمك.',
  'passkeyRemoved.subject': 'أُزيل مفتاح مرور من تسجيل دخولك في Atrium',
  'passkeyRemoved.text': 'أُزيل مفتاح مرور للتو. لم يعد صالحًا لتسجيل الدخول إلى Atrium.',
  'deletionRequested.subject': 'ستُحذف بياناتك في Atrium',
  'deletionRequested.text':
    'طلبت حذف تسجيل دخولك إلى Atrium. سيُمحى كل ما يخصك بعد {{date}}. يمكنك حتى ذلك الحين التراجع بتسجيل الدخول: {{url}}',
  'deletionUndone.subject': 'تسجيل دخولك إلى Atrium باقٍ',
  'deletionUndone.text': 'تم التراجع عن حذف تسجيل دخولك إلى Atrium. كل شيء كما كان.',
  'exportReady.subject': 'بياناتك من Atrium جاهزة',
  'exportReady.text': 'نسخة بياناتك التي طلبتها جاهزة. نزّلها من ملفك الشخصي قبل {{date}}: {{url}}',
  'adminMade.subject': 'أنت الآن تدير Atrium',
  'adminMade.text':
    'أنت الآن مدير نظام Atrium. تجد المزوّدين والخطط والأشخاص والحالة ضمن «النظام» في قائمة الحساب: {{url}}',
  'adminRemoved.subject': 'لم تعد تدير Atrium',
  'adminRemoved.text': 'أنهى أحد مديري النظام دورك مديرًا لنظام Atrium. تبقى فرقك ومحادثاتك كما هي.',
  'signedOutByAdmin.subject': 'تم تسجيل خروجك من Atrium',
  'signedOutByAdmin.text': 'سجّل أحد مديري النظام خروجك من Atrium على كل الأجهزة. يمكنك تسجيل الدخول كالمعتاد.',
  'unlockedByAdmin.subject': 'يمكنك تسجيل الدخول إلى Atrium مجددًا',
  'unlockedByAdmin.text':
    'كثرت محاولات الدخول الفاشلة إلى Atrium باسمك. أزال أحد مديري النظام القفل، ويمكنك المحاولة الآن.',
  notYou: 'إن لم تكن أنت من فعل ذلك فعيّن كلمة مرور جديدة فورًا وراجع جلساتك: {{url}}',
  'suspendedByAdmin.subject': 'تم تعليق حسابك على Atrium',
  'suspendedByAdmin.text':
    'علّق مسؤول النظام حسابك على Atrium. لا يمكنك تسجيل الدخول حتى يعيد تفعيله. بياناتك محفوظة.',
  'reinstatedByAdmin.subject': 'عاد حسابك على Atrium إلى العمل',
  'reinstatedByAdmin.text': 'أنهى مسؤول النظام تعليق حسابك على Atrium. يمكنك تسجيل الدخول كالمعتاد.',
  'deletedByAdmin.subject': 'تم حذف حسابك على Atrium',
  'deletedByAdmin.text':
    'حذف مسؤول النظام حسابك على Atrium. ستُمحى كل بياناتك نهائيًا بعد {{date}}. إن كان ذلك خطأً فاطلب من المسؤول استعادته قبل ذلك.',
  'restoredByAdmin.subject': 'استُعيد حسابك على Atrium',
  'restoredByAdmin.text':
    'استعاد مسؤول النظام حسابك على Atrium. كل شيء كما كان ويمكنك تسجيل الدخول كالمعتاد.',
} as const satisfies Translation<typeof english, 'ar'>
