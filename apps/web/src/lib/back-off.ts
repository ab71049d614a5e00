/** Delays with exponential backoff and jitter, up to a maximum. */
export type BackOff = {
  /** Milliseconds to wait before the next try. */
  next(): number
  /** Resets after a success. */
  reset(): void
}

/** Each delay is between half and all of `firstMs`·2ⁿ, so that many browsers don't return at once. */
export function createBackOff({ firstMs = 300, maxMs = 15_000, random = Math.random } = {}): BackOff {
  let failures = 0
  return {
    next: () => {
      const fullMs = Math.min(maxMs, firstMs * 2 ** failures)
      failures += 1
      return fullMs * (0.5 + random() / 2)
    },
    reset: () => {
      failures = 0
    },
  }
}

/** Resolves after the given milliseconds, or at once on a `wake` event or abort. */
export function waitOrWake(delayMs: number, wakeUps: EventTarget, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const go = () => {
      clearTimeout(timer)
      wakeUps.removeEventListener('wake', go)
      signal.removeEventListener('abort', go)
      resolve()
    }
    const timer = setTimeout(go, delayMs)
    wakeUps.addEventListener('wake', go)
    signal.addEventListener('abort', go)
  })
}

/** A target that emits `wake` when the browser is online again or its tab becomes visible. */
export function browserWakeUps(): EventTarget {
  const wakeUps = new EventTarget()
  const wake = () => wakeUps.dispatchEvent(new Event('wake'))
  window.addEventListener('online', wake)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake()
  })
  return wakeUps
}
