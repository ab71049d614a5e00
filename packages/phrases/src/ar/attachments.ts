import type english from '../en/attachments.ts'
import type { Translation } from '../translation.ts'

export default {
  add: 'إضافة صور',
  chosen: 'صور سؤالك',
  attached: 'صور السؤال',
  sending: 'جارٍ إرسال {{name}}',
  awaited: 'جارٍ إرسال الصور…',
  failedOnes: 'تعذر إرسال صورة. أعد المحاولة أو أزلها.',
  retry: 'إعادة إرسال {{name}}',
  remove: 'إزالة {{name}}',
  drop: 'أفلت الصور لإضافتها إلى سؤالك',
  notSupported: 'الملف الذي رفعته غير مدعوم.',
  tooMany_zero: 'يمكن أن يُرفق بالسؤال {{count, number}} صورة كحد أقصى.',
  tooMany_one: 'يمكن أن تُرفق بالسؤال صورة واحدة كحد أقصى.',
  tooMany_two: 'يمكن أن تُرفق بالسؤال صورتان كحد أقصى.',
  tooMany_few: 'يمكن أن تُرفق بالسؤال {{count, number}} صور كحد أقصى.',
  tooMany_many: 'يمكن أن تُرفق بالسؤال {{count, number}} صورة كحد أقصى.',
  tooMany_other: 'يمكن أن تُرفق بالسؤال {{count, number}} صورة كحد أقصى.',
  unseeing: 'لا يستطيع {{model}} رؤية الصور.',
  nobodySees: 'لا يستطيع {{model}} رؤية الصور، ولا أي نموذج هنا.',
  switch: 'التبديل إلى {{model}}',
  enlarge: 'تكبير {{name}}',
  download: 'تنزيل',
  gone: 'لم تعد {{name}} موجودة. أزلها أو أضفها من جديد.',
  missing: 'تعذر تحميل {{name}}',
} as const satisfies Translation<typeof english, 'ar'>
