import { limits } from '@atrium/contract'
import { fields, number, text } from '../../../lib/text/parse.ts'
import { stored } from '../../../lib/stored.ts'

const storedPendingCode = stored(
  'pendingCode',
  fields({ email: text, resendAtMs: number, codeDigits: number }),
  () => sessionStorage,
)

export type PendingCode = { email: string; resendAtMs: number; codeDigits: number }
/** The server's details of a sent code. */
export type CodeSent = { resendAfterSeconds: number; codeDigits?: number }

/** The address that this tab sent a code to, the code's length, and when the next can be requested. Kept out of the address bar. */
export const pendingCode = {
  read: (): PendingCode | null => storedPendingCode.read(),
  sent(email: string, { resendAfterSeconds, codeDigits = limits.codeDigits }: CodeSent): PendingCode {
    const pending = { email, codeDigits, resendAtMs: Date.now() + resendAfterSeconds * 1000 }
    storedPendingCode.write(pending)
    return pending
  },
  forget: storedPendingCode.remove,
}

/** Whether the entered code has a possible length. */
export const isWholeCode = (code: string): boolean =>
  code.length === limits.codeDigits || code.length === limits.longCodeDigits
