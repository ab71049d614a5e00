import type english from '../../en/mails/notification-mails.ts'
import type { Translation } from '../../translation.ts'

export default {
  'footer.text': 'تصلك هذه الرسالة لأن البريد اليومي مفعّل في ملفك الشخصي على Atrium.',
  'footer.change': 'تغيير الإعداد أو إلغاء الاشتراك',
  'digest.subject': 'ملخصك من Atrium ليوم {{date}}',
  'digest.intro': 'إليك الجديد منذ ملخصك الأخير.',
  'digest.chats': 'إجابات غير مقروءة',
  'digest.mentions': 'الإشارات إليك',
  'digest.invites': 'الدعوات',
  'digest.requests': 'طلبات الرصيد',
  'digest.place': '{{room}} · {{account}}',
  'digest.untitled': 'محادثة بلا عنوان',
  'digest.mention': 'أشار إليك {{name}}',
  'digest.private': '{{room}} · {{account}} · المحادثة خاصة. اسأل صاحبها عن موضوعها.',
  'digest.invite': 'يدعوك {{name}} للانضمام إلى «{{account}}»',
  'digest.invited': 'تلقيت دعوة للانضمام إلى «{{account}}»',
  'digest.request': 'يطلب {{name}} رصيدًا',
  'digest.more': '{{count}} أخرى في Atrium',
  'digest.open': 'فتح Atrium',
  'waiting.subject': 'يمكنك الانضمام إلى Atrium الآن',
  'waiting.text': 'طلبت إشعارك عند توفر مكان لك في Atrium. يمكنك الآن إنشاء حسابك بعنوان البريد هذا.',
  'waiting.button': 'إنشاء حساب',
  'waiting.unknown': 'إن لم تطلب ذلك فتجاهل هذه الرسالة.',
} as const satisfies Translation<typeof english, 'ar'>
