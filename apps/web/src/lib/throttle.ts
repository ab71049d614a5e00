/**
 * Runs work at most once in `windowMs`: a call within the window gets the previous result. `key` separates calls that must not
 * share a result, such as the same list of two accounts.
 */
export function throttled<Arguments extends unknown[], Result>(
  work: (...given: Arguments) => Promise<Result>,
  windowMs: number,
  key: (...given: Arguments) => string = () => '',
  nowMs: () => number = Date.now,
) {
  let last: { key: string; atMs: number; result: Promise<Result> } | null = null
  return (...given: Arguments): Promise<Result> => {
    const wanted = key(...given)
    if (last && last.key === wanted && nowMs() - last.atMs < windowMs) return last.result
    const result = work(...given)
    const run = { key: wanted, atMs: nowMs(), result }
    last = run
    result.catch(() => {
      if (last === run) last = null
    })
    return result
  }
}
