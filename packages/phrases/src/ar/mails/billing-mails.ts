import type english from '../../en/mails/billing-mails.ts'
import type { Translation } from '../../translation.ts'

/** Mails and receipts of buyers. */
export default {
  'paid.subject': 'الإيصال {{number}} من {{seller}}',
  'paid.text': 'شكرًا لك. استلمنا {{total}} مقابل {{item}} في الحساب «{{account}}».',
  'paid.button': 'عرض الطلب والإيصال',
  'failed.subject': 'تعذّر دفع {{item}} في {{account}}',
  'failed.text':
    'تعذّر الخصم من بطاقتك المحفوظة لشهر آخر من الخطة {{item}} في الحساب «{{account}}». سنحاول مجددًا غدًا، وعدد المحاولات المتبقية: {{count}}. بعد ذلك يعود الحساب إلى الخطة {{next}}. لن يُحذف شيء.',
  'failed.button': 'عرض الخطط',
  'cancelled.subject': 'تنتهي خطتك {{item}} في {{date}}',
  'cancelled.text':
    'حسب اختيارك، تنتهي الخطة {{item}} للحساب «{{account}}» في {{date}} وتليها الخطة {{next}}. لن يُخصم شيء آخر مقابل {{item}} ولن يُحذف شيء.',
  'ended.subject': 'انتهت الخطة {{item}} للحساب {{account}}',
  'ended.text': 'انتهت الخطة {{item}} للحساب «{{account}}»، والحساب الآن على الخطة {{next}}. لم يُحذف شيء.',
  sandbox: 'بيئة تجريبية: لم يُدفع أي مبلغ.',
  'receipt.title': 'إيصال',
  'receipt.sandbox': 'بيئة تجريبية: لم يُدفع أي مبلغ. هذا الإيصال غير صالح.',
  'receipt.date': 'التاريخ',
  'receipt.order': 'الطلب',
  'receipt.seller': 'البائع',
  'receipt.buyer': 'المشتري',
  'receipt.taxId': 'الرقم الضريبي',
  'receipt.pack': '{{item}} (الرصيد: {{credits}})',
  'receipt.plan': 'الخطة {{item}}، شهر واحد (الرصيد: {{credits}})',
  'receipt.subtotal': 'المجموع الفرعي',
  'receipt.tax': 'الضريبة',
  'receipt.total': 'المبلغ المدفوع',
} as const satisfies Translation<typeof english, 'ar'>
