import type english from '../../en/mails/billing-mails.ts'
import type { Translation } from '../../translation.ts'

/** Mails and receipts of buyers. */
export default {
  'paid.subject': 'Biên lai {{number}} từ {{seller}}',
  'paid.text': 'Cảm ơn bạn. Chúng tôi đã nhận {{total}} cho {{item}} trong tài khoản “{{account}}”.',
  'paid.button': 'Xem đơn hàng và biên lai',
  'failed.subject': 'Thanh toán {{item}} trong {{account}} không thành công',
  'failed.text':
    'Chúng tôi không thể trừ tiền từ thẻ đã lưu cho tháng tiếp theo của gói {{item}} trong tài khoản “{{account}}”. Chúng tôi sẽ thử lại vào ngày mai, tối đa {{count}} lần nữa. Sau đó tài khoản trở về gói {{next}}. Không có gì bị xóa.',
  'failed.button': 'Xem các gói',
  'cancelled.subject': 'Gói {{item}} của bạn kết thúc vào {{date}}',
  'cancelled.text':
    'Theo lựa chọn của bạn, gói {{item}} của tài khoản “{{account}}” kết thúc vào {{date}} và được thay bằng gói {{next}}. Sẽ không có khoản thu nào nữa cho {{item}} và không có gì bị xóa.',
  'ended.subject': 'Gói {{item}} của {{account}} đã kết thúc',
  'ended.text':
    'Gói {{item}} của tài khoản “{{account}}” đã kết thúc; tài khoản hiện dùng gói {{next}}. Không có gì bị xóa.',
  sandbox: 'Môi trường thử nghiệm: không có khoản tiền nào được trả.',
  'receipt.title': 'Biên lai',
  'receipt.sandbox':
    'Môi trường thử nghiệm: không có khoản tiền nào được trả. Biên lai này không có giá trị.',
  'receipt.date': 'Ngày',
  'receipt.order': 'Đơn hàng',
  'receipt.seller': 'Người bán',
  'receipt.buyer': 'Người mua',
  'receipt.taxId': 'Mã số thuế',
  'receipt.pack': '{{item}} ({{credits}} tín dụng)',
  'receipt.plan': 'Gói {{item}}, một tháng ({{credits}} tín dụng)',
  'receipt.subtotal': 'Tạm tính',
  'receipt.tax': 'Thuế',
  'receipt.total': 'Tổng đã thanh toán',
} as const satisfies Translation<typeof english, 'vi'>
