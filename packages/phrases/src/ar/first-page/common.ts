import type english from '../../en/first-page/common.ts'
import type { Translation } from '../../translation.ts'

export default {
  productName: 'Atrium',
  'action.cancel': 'إلغاء',
  'action.close': 'إغلاق',
  'action.tryAgain': 'أعد المحاولة',
  'action.goToRooms': 'انتقل إلى غرفك',
  loading: 'جارٍ التحميل…',
  skipToContent: 'انتقل إلى المحتوى',
  'language.label': 'اللغة',
  'scheme.label': 'المظهر',
  'scheme.light': 'فاتح',
  'scheme.dark': 'داكن',
  'scheme.auto': 'حسب النظام',
  'page.notFound.title': 'الصفحة غير موجودة',
  'page.notFound.text': 'عذرًا، لم نتمكن من العثور على الصفحة التي تبحث عنها.',
  'page.forbidden.title': 'لا توجد صلاحية',
  'page.forbidden.text': 'هذه الصفحة متاحة لبعض الأشخاص فقط، ولست من بينهم. يمكن لأحد مشرفي حسابك تغيير ذلك.',
  'page.serverError.title': 'حدث خلل من جانبنا',
  'page.serverError.text': 'لم يُفقد شيء مما كتبته. يُرجى المحاولة مرة أخرى بعد لحظات.',
  'page.maintenance.title': 'Atrium قيد الصيانة',
  'page.maintenance.text':
    'الخدمة غير متاحة الآن. تعيد هذه الصفحة التحقق من تلقاء نفسها وتعيدك إلى مكانك فور عودة الخدمة.',
  'page.maintenance.until':
    'تنتهي الصيانة المخطط لها نحو {{time}}. ستعيدك هذه الصفحة حينها إلى حيث كنت، وإجاباتك محفوظة.',
  'page.maintenance.checking': 'جارٍ التحقق من جديد…',
  'page.comingSoon.title': 'قريبًا',
  'page.comingSoon.text': 'هذا القسم من Atrium لم يُفتح بعد.',
  'page.earlyAccessFull.title': 'اكتمل عدد الوصول المبكر',
  'page.earlyAccessFull.text':
    'التسجيل غير متاح لعنوان البريد الإلكتروني هذا. إن كنت مدعوًّا فاستخدم العنوان الذي أُرسلت إليه الدعوة، أو اسأل من دعاك.',
  'page.earlyAccessFull.action': 'العودة إلى تسجيل الدخول',
} as const satisfies Translation<typeof english, 'ar'>
