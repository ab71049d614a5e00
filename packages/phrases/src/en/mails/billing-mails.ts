/** Mails and receipts of buyers. Sent by the server alone. */
export default {
  'paid.subject': 'Receipt {{number}} from {{seller}}',
  'paid.text': 'Thank you. We received {{total}} for {{item}} in the account “{{account}}”.',
  'paid.button': 'View order and receipt',
  'failed.subject': 'Payment for {{item}} failed in {{account}}',
  'failed.text':
    'We couldn’t charge your saved card for another month of the plan {{item}} in the account “{{account}}”. We’ll try again tomorrow, {{count}} more times at most. After that, the account returns to the plan {{next}}. Nothing is deleted.',
  'failed.button': 'View plans',
  'cancelled.subject': 'Your plan {{item}} ends on {{date}}',
  'cancelled.text':
    'As chosen, the plan {{item}} of the account “{{account}}” ends on {{date}}, and the plan {{next}} follows. Nothing more will be charged for {{item}}, and nothing is deleted.',
  'ended.subject': 'The plan {{item}} of {{account}} has ended',
  'ended.text':
    'The plan {{item}} of the account “{{account}}” has ended, and the account is now on the plan {{next}}. Nothing was deleted.',
  sandbox: 'Sandbox: no money was paid.',
  'receipt.title': 'Receipt',
  'receipt.sandbox': 'Sandbox: no money was paid. This is not a valid receipt.',
  'receipt.date': 'Date',
  'receipt.order': 'Order',
  'receipt.seller': 'Seller',
  'receipt.buyer': 'Billed to',
  'receipt.taxId': 'Tax ID',
  'receipt.pack': '{{item}} ({{credits}} credits)',
  'receipt.plan': 'Plan {{item}}, one month ({{credits}} credits)',
  'receipt.subtotal': 'Subtotal',
  'receipt.tax': 'Tax',
  'receipt.total': 'Total paid',
} as const
