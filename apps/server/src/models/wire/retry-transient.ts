import { setTimeout as delay } from 'node:timers/promises'
import { ProviderFault } from './provider-fault.ts'

const maxRetries = 2
const firstBackoffMs = 500
/** A provider that requests a longer wait is not retried. */
const maxRetryAfterSeconds = 10

export type RetryOptions = {
  /** No retry starts later than this after the first attempt, in milliseconds. */
  withinMs: number
  signal?: AbortSignal | undefined
  /** Called before the wait for each retry; the first is 1. */
  onRetry?: ((retry: number) => void) | undefined
}

/**
 * Calls a provider, with at most two retries for transient failures before it has yielded anything: exponential backoff with
 * jitter, or the provider's Retry-After. Throws the last fault, or the reason of `signal`.
 */
export async function* retryTransient<Part>(
  ask: () => AsyncIterable<Part>,
  { withinMs, signal, onRetry }: RetryOptions,
): AsyncGenerator<Part, void, undefined> {
  const giveUpAt = performance.now() + withinMs
  for (let retry = 1; ; retry++) {
    let hasStarted = false
    try {
      for await (const part of ask()) {
        hasStarted = true
        yield part
      }
      return
    } catch (error) {
      const waitMs = hasStarted || retry > maxRetries ? null : waitBefore(retry, error)
      if (waitMs === null || performance.now() + waitMs > giveUpAt) throw error
      signal?.throwIfAborted()
      onRetry?.(retry)
      await delay(waitMs, undefined, { signal }).catch(() => signal?.throwIfAborted())
    }
  }
}

/** Milliseconds before this retry; null for a permanent fault. */
function waitBefore(retry: number, error: unknown): number | null {
  if (!(error instanceof ProviderFault) || !error.isTransient) return null
  if (error.retryAfterSeconds === null) return firstBackoffMs * 2 ** (retry - 1) * (0.5 + Math.random())
  if (error.retryAfterSeconds > maxRetryAfterSeconds) return null
  return error.retryAfterSeconds * 1000 + Math.random() * firstBackoffMs
}
