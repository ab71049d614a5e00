import type english from '../../en/mails/chat-mails.ts'
import type { Translation } from '../../translation.ts'

export default {
  'mention.subject': 'تمت الإشارة إليك على Atrium',
  'mention.line': 'أشار إليك {{name}} في الغرفة «{{room}}» ضمن «{{account}}».',
  'mention.private': 'محادثته خاصة. اسأله عن موضوعها.',
  'mention.often': 'تصل هذه الرسالة مرة واحدة يوميًا على الأكثر. يمكنك إيقافها من ملفك الشخصي: {{url}}',
} as const satisfies Translation<typeof english, 'ar'>
