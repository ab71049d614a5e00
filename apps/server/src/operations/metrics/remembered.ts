/** Caches a reading for a time in milliseconds; concurrent callers share it. Failures are not cached. */
export function remembered<Value>(read: () => Promise<Value>, forMs: number): () => Promise<Value> {
  let last: { value: Promise<Value>; atMs: number } | null = null
  return () => {
    const nowMs = performance.now()
    if (last && nowMs - last.atMs < forMs) return last.value
    const value = read()
    const reading = { value, atMs: nowMs }
    last = reading
    value.catch(() => {
      if (last === reading) last = null
    })
    return value
  }
}
