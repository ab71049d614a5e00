import { setTimeout } from 'node:timers/promises'
import { ProviderFault } from '../../models/index.ts'

/** Transient faults. */
const passing: readonly string[] = [
  'PROVIDER_RATE_LIMITED',
  'PROVIDER_UNAVAILABLE',
  'PROVIDER_DROPPED',
  'PROVIDER_STALLED',
]
const waitsMs = [1_000, 4_000]
/** A provider that requests a longer wait is not retried. */
const maxWaitMs = 60_000

/** Retries a provider that is briefly busy or unavailable. Throws its last `ProviderFault`. */
export async function withRetry<Result>(ask: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (const waitMs of waitsMs) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ProviderFault) || !passing.includes(error.code)) throw error
      const askedMs = (error.retryAfterSeconds ?? 0) * 1_000
      if (askedMs > maxWaitMs) throw error
      await setTimeout(Math.max(waitMs, askedMs), undefined, { signal })
    }
  }
  return await ask()
}
