import {
  type BillingDetails,
  type Currency,
  formatMoney,
  type Language,
  type OrderKind,
  type Tax,
} from '@atrium/contract'
import { directionOf } from '@atrium/phrases'
import PDFDocument from 'pdfkit'
import type { Seller } from '../../accounts/index.ts'
import { buyerWords } from './buyer-words.ts'
import { isolated, receiptWriter, type Write } from './receipt-writer.ts'

/** The content of a receipt, stored when it is issued, so that it never changes. */
export type Receipt = {
  number: string
  orderId: string
  issuedAt: string
  seller: Seller
  buyer: BillingDetails
  kind: OrderKind
  itemName: string
  credits: number
  currency: Currency
  /** Minor units. */
  netMinor: number
  taxMinor: number
  tax: Tax | null
  isSandbox: boolean
  /** The buyer's language; receipts from before it was stored are in English. */
  language?: Language
}

const margin = 56
const quiet = '#5c636a'
const ink = '#1f2328'

/** Draws a receipt as a PDF of one A4 page. */
export async function drawReceipt(receipt: Receipt): Promise<Buffer> {
  const { seller, buyer, currency, netMinor, taxMinor, tax, language = 'en' } = receipt
  const words = buyerWords(language)
  const page = new PDFDocument({
    size: 'A4',
    margin,
    info: { Title: `${words('receipt.title')} ${receipt.number}`, Author: seller.name },
  })
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<Buffer>((resolve) => page.on('end', () => resolve(Buffer.concat(chunks))))
  const write = receiptWriter(page, { isRightToLeft: directionOf(language) === 'rtl' })
  const width = page.page.width - 2 * margin
  const half = width / 2 - 12
  const amount = (minor: number) => `${formatMoney(currency, minor)} ${currency}`

  if (receipt.isSandbox) {
    page.rect(margin, margin - 20, width, 24).fill('#fdf3d8')
    write(words('receipt.sandbox'), margin + 10, margin - 14, width - 20, 10, '#5c4408')
  }
  let y = margin + 24
  write(words('receipt.title'), margin, y, half, 24, ink)
  write(receipt.number, margin + width / 2, y + 6, half + 12, 12, ink, 'end')
  y += 40
  write(`${words('receipt.date')}: ${isolated(receipt.issuedAt.slice(0, 10))}`, margin, y, width, 10, quiet)
  y = write(`${words('receipt.order')}: ${isolated(receipt.orderId)}`, margin, y + 16, width, 10, quiet) + 24

  const top = y
  const left = lines(write, margin, top, half, words('receipt.seller'), [
    seller.name,
    ...seller.address,
    seller.country,
    seller.tax_id ? `${words('receipt.taxId')}: ${isolated(seller.tax_id)}` : '',
    seller.email,
  ])
  const right = lines(write, margin + width / 2 + 12, top, half, words('receipt.buyer'), [
    buyer.name,
    buyer.line1,
    buyer.line2,
    [buyer.postalCode, buyer.city, buyer.state].filter(Boolean).join(' '),
    buyer.country,
    buyer.taxId ? `${words('receipt.taxId')}: ${isolated(buyer.taxId)}` : '',
    buyer.email,
  ])
  y = Math.max(left, right) + 28

  const row = (label: string, value: string, size = 11, color = ink) => {
    const end = Math.max(
      write(label, margin, y, width * 0.62, size, color),
      write(value, margin + width * 0.64, y, width * 0.36, size, color, 'end'),
    )
    y = end + 10
  }
  const rule = () => {
    page
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .lineWidth(0.7)
      .strokeColor('#d0d7de')
      .stroke()
    y += 12
  }
  rule()
  const values = {
    item: isolated(receipt.itemName),
    credits: new Intl.NumberFormat(language).format(receipt.credits),
  }
  const what = words(receipt.kind === 'pack' ? 'receipt.pack' : 'receipt.plan', values)
  row(what, amount(netMinor))
  rule()
  row(words('receipt.subtotal'), amount(netMinor), 11, quiet)
  row(tax ? `${tax.name} ${tax.basisPoints / 100} %` : words('receipt.tax'), amount(taxMinor), 11, quiet)
  rule()
  row(words('receipt.total'), amount(netMinor + taxMinor), 13)
  page.end()
  return await done
}

/** Writes lines below a heading and returns where they end. */
function lines(
  write: Write,
  x: number,
  top: number,
  width: number,
  heading: string,
  texts: string[],
): number {
  let y = write(heading, x, top, width, 9, quiet) + 4
  for (const text of texts) if (text !== '') y = write(text, x, y, width, 10.5, ink) + 3
  return y
}
