import { randomUUID } from 'node:crypto'
import type { AddressObject, ParsedMail } from 'mailparser'

/** A mail that the sandbox took and did not send on. */
export interface ReceivedMail {
  id: string
  receivedAt: Date
  from: string
  /** The actual recipients, lower case: those of the SMTP envelope. */
  to: string[]
  subject: string
  text: string
  /** '' when it has no HTML part. */
  html: string
  /** The 6-digit code that it carries, null when it has none. */
  code: string | null
  attachments: { name: string; sizeBytes: number }[]
  /** The header lines of RFC 2369 and RFC 8058; null where missing. */
  listUnsubscribe: string | null
  listUnsubscribePost: string | null
}

/** The stored fields of a parsed mail. */
export function receivedMail(parsed: ParsedMail, recipients: string[]): ReceivedMail {
  const subject = parsed.subject ?? ''
  const text = parsed.text ?? ''
  return {
    id: randomUUID(),
    receivedAt: new Date(),
    from: addressText(parsed.from),
    to: recipients.map((address) => address.toLowerCase()),
    subject,
    text,
    html: parsed.html === false ? '' : parsed.html,
    code: codeIn(text) ?? codeIn(subject),
    attachments: parsed.attachments.map(({ filename, size }) => ({
      name: filename ?? 'unnamed',
      sizeBytes: size,
    })),
    listUnsubscribe: headerLine(parsed, 'list-unsubscribe'),
    listUnsubscribePost: headerLine(parsed, 'list-unsubscribe-post'),
  }
}

/** A header as it was sent, unfolded, without its name. */
function headerLine({ headerLines }: ParsedMail, key: string): string | null {
  const line = headerLines.find((each) => each.key === key)?.line
  return (
    line
      ?.slice(key.length + 1)
      .replaceAll(/\s+/g, ' ')
      .trim() ?? null
  )
}

function addressText(address: AddressObject | undefined): string {
  return address?.text ?? ''
}

function codeIn(text: string): string | null {
  return /(?<![\d.,-])\d{6}(?![\d.,-]\d|\d)/.exec(text)?.[0] ?? null
}
