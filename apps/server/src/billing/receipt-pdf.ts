import path from 'node:path'
import { type BillingDetails, type Currency, formatMoney, type OrderKind, type Tax } from '@atrium/contract'
import PDFDocument from 'pdfkit'
import type { Seller } from '../accounts/index.ts'

/** What a receipt says: stored when it is issued, so that it always says the same. */
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
}

const margin = 56
const sandboxNote = 'Sandbox: no money was paid. This is not a valid receipt.'
const quiet = '#5c636a'
const ink = '#1f2328'

/** Draws a receipt as a PDF of one A4 page. */
export async function drawReceipt(receipt: Receipt): Promise<Buffer> {
  const { seller, buyer, currency, netMinor, taxMinor, tax } = receipt
  const page = new PDFDocument({
    size: 'A4',
    margin,
    info: { Title: `Receipt ${receipt.number}`, Author: seller.name },
  })
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<Buffer>((resolve) => page.on('end', () => resolve(Buffer.concat(chunks))))
  page.registerFont('receipt', font)
  const write = textWriter(page)
  const width = page.page.width - 2 * margin
  const half = width / 2 - 12
  const amount = (minor: number) => `${formatMoney(currency, minor)} ${currency}`

  if (receipt.isSandbox) {
    page.rect(margin, margin - 20, width, 24).fill('#fdf3d8')
    write(sandboxNote, margin + 10, margin - 14, width - 20, 10, '#5c4408')
  }
  let y = margin + 24
  write('Receipt', margin, y, half, 24, ink)
  write(receipt.number, margin + width / 2, y + 6, half + 12, 12, ink, 'right')
  y += 40
  write(`Date: ${receipt.issuedAt.slice(0, 10)}`, margin, y, width, 10, quiet)
  y = write(`Order: ${receipt.orderId}`, margin, y + 16, width, 10, quiet) + 24

  const top = y
  const left = lines(write, margin, top, half, 'Seller', [
    seller.name,
    ...seller.address,
    seller.country,
    seller.tax_id ? `Tax ID: ${seller.tax_id}` : '',
    seller.email,
  ])
  const right = lines(write, margin + width / 2 + 12, top, half, 'Billed to', [
    buyer.name,
    buyer.line1,
    buyer.line2,
    [buyer.postalCode, buyer.city, buyer.state].filter(Boolean).join(' '),
    buyer.country,
    buyer.taxId ? `Tax ID: ${buyer.taxId}` : '',
    buyer.email,
  ])
  y = Math.max(left, right) + 28

  const row = (label: string, value: string, size = 11, color = ink) => {
    const end = Math.max(
      write(label, margin, y, width * 0.62, size, color),
      write(value, margin + width * 0.64, y, width * 0.36, size, color, 'right'),
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
  const what =
    receipt.kind === 'pack'
      ? `${receipt.itemName} (${receipt.credits} credits)`
      : `Plan ${receipt.itemName}, one month (${receipt.credits} credits)`
  row(what, amount(netMinor))
  rule()
  row('Subtotal', amount(netMinor), 11, quiet)
  row(tax ? `${tax.name} ${tax.basisPoints / 100} %` : 'Tax', amount(taxMinor), 11, quiet)
  rule()
  row('Total paid', amount(netMinor + taxMinor), 13)
  page.end()
  return await done
}

type Write = (
  text: string,
  x: number,
  y: number,
  width: number,
  size: number,
  color: string,
  align?: 'left' | 'right',
) => number

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

/** Has Latin with Vietnamese, Greek, Cyrillic, Arabic and currency signs; characters of other scripts show as boxes. */
const font = path.join(import.meta.dirname, '../../assets/DejaVuSans.ttf')

/** Returns a function that writes text and returns the vertical position below it. */
const textWriter =
  (page: PDFDocument): Write =>
  (text, x, y, width, size, color, align = 'left') => {
    page.font('receipt').fillColor(color).fontSize(size).text(text, x, y, { width, align })
    return page.y
  }
