import { fields, number, text } from '../../lib/parse.ts'
import { stored } from '../../lib/stored.ts'

const storedPendingCode = stored(
  'pendingCode',
  fields({ email: text, resendAtMs: number }),
  () => sessionStorage,
)

export type PendingCode = { email: string; resendAtMs: number }

/** To which address a code was sent in this tab, and from when on another can be asked for. Kept out of the address bar. */
export const pendingCode = {
  read: (): PendingCode | null => storedPendingCode.read(),
  sent(email: string, resendAfterSeconds: number): PendingCode {
    const pending = { email, resendAtMs: Date.now() + resendAfterSeconds * 1000 }
    storedPendingCode.write(pending)
    return pending
  },
  forget: storedPendingCode.remove,
}
