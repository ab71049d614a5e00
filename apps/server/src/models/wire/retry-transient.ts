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
 * Calls a provider, with at most two retries for transient failures before it has passed on anything: exponential backoff with
 * jitter, or the provider's Retry-After. Throws the last fault, or the reason of `signal`.
 */
export async function retryTransient<Part>(
  call: (take: (part: Part) => void) => Promise<void>,
  take: (part: Part) => void,
  options: RetryOptions,
): Promise<void> {
  const giveUpAt = performance.now() + options.withinMs
  let hasStarted = false
  const takeFirst = (part: Part) => {
    hasStarted = true
    take(part)
  }
  for (let retry = 1; ; retry++) {
    try {
      return await call(takeFirst)
    } catch (error) {
      if (hasStarted) throw error
      await waitToRetry(retry, error, giveUpAt, options)
    }
  }
}

/** The same for a call whose parts are consumed one after another. */
export async function* retryIterating<Part>(
  call: () => AsyncIterable<Part>,
  options: RetryOptions,
): AsyncGenerator<Part, void, undefined> {
  const giveUpAt = performance.now() + options.withinMs
  for (let retry = 1; ; retry++) {
    let hasStarted = false
    try {
      for await (const part of call()) {
        hasStarted = true
        yield part
      }
      return
    } catch (error) {
      if (hasStarted) throw error
      await waitToRetry(retry, error, giveUpAt, options)
    }
  }
}

/** Throws the error when it is permanent, or no time or retry is left. */
async function waitToRetry(
  retry: number,
  error: unknown,
  giveUpAt: number,
  { signal, onRetry }: RetryOptions,
): Promise<void> {
  const waitMs = retry > maxRetries ? null : waitBefore(retry, error)
  if (waitMs === null || performance.now() + waitMs > giveUpAt) throw error
  signal?.throwIfAborted()
  onRetry?.(retry)
  await delay(waitMs, undefined, { signal }).catch(() => signal?.throwIfAborted())
}

/** Milliseconds before this retry; null for a permanent fault. */
function waitBefore(retry: number, error: unknown): number | null {
  if (!(error instanceof ProviderFault) || !error.isTransient) return null
  if (error.retryAfterSeconds === null) return firstBackoffMs * 2 ** (retry - 1) * (0.5 + Math.random())
  if (error.retryAfterSeconds > maxRetryAfterSeconds) return null
  return error.retryAfterSeconds * 1000 + Math.random() * firstBackoffMs
}
