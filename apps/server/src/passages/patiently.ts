import { setTimeout } from 'node:timers/promises'
import { ProviderFault } from '../models/index.ts'

/** What may be over in a moment. */
const passing: readonly string[] = [
  'PROVIDER_RATE_LIMITED',
  'PROVIDER_UNAVAILABLE',
  'PROVIDER_DROPPED',
  'PROVIDER_STALLED',
]
const waitsMs = [1_000, 4_000]
/** A provider that wants to be left alone for longer is not waited for. */
const longestWaitMs = 60_000

/** Asks a provider again, after a while, who is busy or gone for a moment. Throws its last `ProviderFault`. */
export async function patiently<Result>(ask: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (const waitMs of waitsMs) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ProviderFault) || !passing.includes(error.code)) throw error
      const askedMs = (error.retryAfterSeconds ?? 0) * 1_000
      if (askedMs > longestWaitMs) throw error
      await setTimeout(Math.max(waitMs, askedMs), undefined, { signal })
    }
  }
  return await ask()
}
