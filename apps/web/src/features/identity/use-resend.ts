import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { type PendingCode, pendingCode } from './pending-code.ts'

/** Asking for the code again: `ask` sends it to the address and gives the seconds until the next time. */
export function useResend(ask: (email: string) => Promise<number>) {
  const [pending, setPending] = useState<PendingCode | null>(pendingCode.read)
  const [isSending, setSending] = useState(false)
  const [wasSentAgain, setSentAgain] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  async function resend(email: string): Promise<void> {
    setSending(true)
    setSentAgain(false)
    setFailure(null)
    try {
      setPending(pendingCode.sent(email, await ask(email)))
      setSentAgain(true)
    } catch (error) {
      setFailure(error)
      if (error instanceof ApiError && error.retryAfterSeconds)
        setPending(pendingCode.sent(email, error.retryAfterSeconds))
    } finally {
      setSending(false)
    }
  }
  return { pending, resend, isResending: isSending, wasSentAgain, resendFailure: failure }
}
