import { execFileSync } from 'node:child_process'
import { languages, type Language } from '@atrium/contract'
import { expect, test } from 'vitest'
import { drawReceipt, type Receipt } from './receipt-pdf.ts'

const receipt: Receipt = {
  number: 'ATR-2026-000042',
  orderId: 'order_1',
  issuedAt: '2026-11-20T10:00:00.000Z',
  seller: {
    name: 'Atrium Operations Pvt Ltd',
    address: ['12 Residency Road'],
    country: 'IN',
    tax_id: '29ABCDE1234F1Z5',
    email: 'billing@operator.example',
    receipt_prefix: 'ATR',
  },
  buyer: {
    name: 'Jaya Sensors',
    email: 'accounts@jaya.example',
    line1: '7 Museum Road',
    line2: '',
    city: 'Bengaluru',
    state: '',
    postalCode: '560001',
    country: 'IN',
    taxId: '',
  },
  kind: 'pack',
  itemName: '500 credits',
  credits: 2500,
  currency: 'INR',
  netMinor: 149_900,
  taxMinor: 26_982,
  tax: { name: 'GST', basisPoints: 1800 },
  isSandbox: true,
}

/** The text as poppler reads it, without marks of direction. */
async function textOf(more: Partial<Receipt>): Promise<string> {
  const pdf = await drawReceipt({ ...receipt, ...more })
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })
  return text.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').normalize('NFKC')
}
const named = (name: string) => ({ buyer: { ...receipt.buyer, name } })

test.each([
  ['Chinese', '上海探针仪器有限公司'],
  ['traditional Chinese', '龍騰電子國際股份有限公司'],
  ['Vietnamese', 'Công ty Cảm biến Đường Nguyễn Thị Hằng'],
  ['Arabic', 'شركة المستشعرات الدقيقة'],
  ['mixed directions', 'Tidewater شركة'],
])('PAY-01 a receipt shows a name in %s, which pdftotext reads back', async (_, name) => {
  expect(await textOf(named(name))).toContain(name.normalize('NFKC'))
})

test.each(languages.map((language): [Language] => [language]))(
  'PAY-01 a receipt in the language %s has its words, and amounts as they were paid',
  async (language) => {
    const text = await textOf({ language, ...named('上海探针') })
    const title = { en: 'Receipt', fr: 'Reçu', vi: 'Biên lai', zh: '收据', ar: 'إيصال' }[language]
    const total = {
      en: 'Total paid',
      fr: 'Total payé',
      vi: 'Tổng đã thanh toán',
      zh: '实付总额',
      ar: 'المبلغ المدفوع',
    }[language]
    for (const part of [title, total, '上海探针', '₹1,768.82', '₹269.82', 'ATR-2026-000042'])
      expect(text).toContain(part.normalize('NFKC'))
  },
)

test('PAY-01 long names wrap within their column, and a receipt stays on one page', async () => {
  const pdf = await drawReceipt({ ...receipt, ...named('超长的公司名称'.repeat(12)) })
  const text = execFileSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8' })
  expect(text.replaceAll(/\s/g, '')).toContain('超长的公司名称'.repeat(12))
  expect(text.split('\f')).toHaveLength(2)
})
