import type english from '../../en/mails/mails.ts'
import type { Translation } from '../../translation.ts'

export default {
  'verifyEmail.subject': 'رمزك في Atrium',
  'verifyEmail.text': 'مرحبًا بك في Atrium. أدخل هذا الرمز لتأكيد بريدك الإلكتروني:',
  'newPassword.subject': 'رمزك في Atrium لكلمة مرور جديدة',
  'newPassword.text':
    'طلب شخص ما، ونرجو أن تكون أنت، تعيين كلمة مرور جديدة في Atrium. أدخل هذا الرمز للمتابعة:',
  'code.life': 'الرمز صالح لمدة 10 دقائق ولخمس محاولات. لن يطلبه منك أحد من Atrium أبدًا.',
  'code.notYou': 'إن لم تطلبه أنت فتجاهل هذه الرسالة: لم يتغير شيء.',
  'alreadySignedUp.subject': 'لديك تسجيل دخول إلى Atrium بالفعل',
  'alreadySignedUp.text':
    'حاول شخص ما، وربما أنت، التسجيل في Atrium بهذا البريد الإلكتروني. يوجد له تسجيل دخول بالفعل، ولم يتغير شيء.',
  'alreadySignedUp.next': 'للمتابعة سجّل الدخول هنا، أو عيّن هناك كلمة مرور جديدة إن نسيت كلمتك: {{url}}',
  'passwordChanged.subject': 'تم تغيير كلمة مرورك في Atrium',
  'passwordChanged.text': 'تم للتو تغيير كلمة مرور دخولك إلى Atrium، وأُنهيت كل الجلسات الأخرى.',
  'passwordChanged.next': 'إن لم تكن أنت من غيّرها فعيّن كلمة مرور جديدة فورًا: {{url}}',
  'providerAdded.subject': 'يمكنك الآن تسجيل الدخول إلى Atrium عبر {{provider}}',
  'providerAdded.text':
    'من الآن فصاعدًا يمكنك أيضًا تسجيل الدخول إلى Atrium عبر {{provider}}، لأنه أكّد أن عنوان البريد هذا لك.',
  'providerAdded.next': 'إن لم تكن أنت من فعل ذلك، فعيّن كلمة مرور جديدة فورًا: {{url}}',
} as const satisfies Translation<typeof english, 'ar'>
