import type english from '../en/account-mails.ts'
import type { Translation } from '../translation.ts'

export default {
  'invite.subject': '{{inviter}} يدعوك إلى {{account}} على Atrium',
  'invite.text':
    'يدعوك {{inviter}} إلى الانضمام إلى الحساب «{{account}}» على Atrium، حيث تسأل الفرق نماذج الذكاء الاصطناعي معًا.',
  'invite.button': 'عرض الدعوة',
  'invite.life': 'الرابط صالح لمدة {{days}} يومًا ولهذا البريد الإلكتروني فقط.',
  'invite.unknown': 'إذا كنت لا تعرف {{inviter}} فيمكنك تجاهل هذه الرسالة: لن يحدث شيء حتى تقبل.',
} as const satisfies Translation<typeof english, 'ar'>
