import type english from '../../en/mails/billing-mails.ts'
import type { Translation } from '../../translation.ts'

/** Mails and receipts of buyers. */
export default {
  'paid.subject': '来自 {{seller}} 的收据 {{number}}',
  'paid.text': '谢谢。我们已收到 {{total}}，用于账户“{{account}}”的 {{item}}。',
  'paid.button': '查看订单和收据',
  'failed.subject': '{{account}} 的 {{item}} 付款失败',
  'failed.text':
    '账户“{{account}}”的套餐 {{item}} 续费时，无法从你保存的银行卡扣款。我们将在明天重试，最多再试 {{count}} 次。之后账户将恢复为套餐 {{next}}。不会删除任何内容。',
  'failed.button': '查看套餐',
  'cancelled.subject': '你的套餐 {{item}} 将于 {{date}} 结束',
  'cancelled.text':
    '按照你的选择，账户“{{account}}”的套餐 {{item}} 将于 {{date}} 结束，随后使用套餐 {{next}}。不会再为 {{item}} 扣款，也不会删除任何内容。',
  'ended.subject': '{{account}} 的套餐 {{item}} 已结束',
  'ended.text': '账户“{{account}}”的套餐 {{item}} 已结束，现在使用套餐 {{next}}。没有删除任何内容。',
  sandbox: '沙盒：没有实际付款。',
  'receipt.title': '收据',
  'receipt.sandbox': '沙盒：没有实际付款。此收据无效。',
  'receipt.date': '日期',
  'receipt.order': '订单',
  'receipt.seller': '卖方',
  'receipt.buyer': '买方',
  'receipt.taxId': '税号',
  'receipt.pack': '{{item}}（{{credits}} 积分）',
  'receipt.plan': '套餐 {{item}}，一个月（{{credits}} 积分）',
  'receipt.subtotal': '小计',
  'receipt.tax': '税费',
  'receipt.total': '实付总额',
} as const satisfies Translation<typeof english, 'zh'>
