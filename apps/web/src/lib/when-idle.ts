/** Calls back when the browser has time, at the latest after half a second. Returns a way to cancel. */
export function whenIdle(work: () => void): () => void {
  // Safari before 26 has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 500 })
  return () => cancelIdleCallback(handle)
}
