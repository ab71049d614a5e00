import { useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { type CodeSent, type PendingCode, pendingCode } from './pending-code.ts'

/** Requests the code again: `ask` sends it and returns its length and the seconds until the next time. */
export function useResend(ask: (email: string) => Promise<CodeSent>) {
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
        setPending(
          pendingCode.sent(email, {
            resendAfterSeconds: error.retryAfterSeconds,
            ...(pending && { codeDigits: pending.codeDigits }),
          }),
        )
    } finally {
      setSending(false)
    }
  }
  return { pending, resend, isResending: isSending, wasSentAgain, resendFailure: failure }
}
