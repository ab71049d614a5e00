/** Waits that grow while something keeps failing: doubled each time, with jitter, up to a most. */
export type BackOff = {
  /** Milliseconds to wait before the next try. */
  next(): number
  /** Forgets the failures: something worked. */
  reset(): void
}

/** Each wait lies between half and all of `firstMs`·2ⁿ, so that many browsers do not return at once. */
export function createBackOff({ firstMs = 300, mostMs = 15_000, random = Math.random } = {}): BackOff {
  let failures = 0
  return {
    next: () => {
      const fullMs = Math.min(mostMs, firstMs * 2 ** failures)
      failures += 1
      return fullMs * (0.5 + random() / 2)
    },
    reset: () => {
      failures = 0
    },
  }
}

/** Resolves after so many milliseconds, or at once when a `wake` event comes or the signal aborts. */
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

/** A target that says `wake` when the browser is online again or its tab is looked at again. */
export function browserWakeUps(): EventTarget {
  const wakeUps = new EventTarget()
  const wake = () => wakeUps.dispatchEvent(new Event('wake'))
  window.addEventListener('online', wake)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake()
  })
  return wakeUps
}
