import { fail } from './failure.ts'

const maxKeys = 10_000

/**
 * Counts requests per key in this process and refuses those above `max` in `perSeconds` with RATE_LIMITED. A window starts with
 * its first request. Nodes count separately.
 */
export function createRateWindow(
  { max, perSeconds }: { max: number; perSeconds: number },
  now: () => number = performance.now.bind(performance),
): (key: string) => void {
  const windows = new Map<string, { count: number; endsAt: number }>()
  return (key) => {
    const at = now()
    if (windows.size > maxKeys)
      for (const [known, { endsAt }] of windows) if (endsAt <= at) windows.delete(known)
    const open = windows.get(key)
    const window = open && open.endsAt > at ? open : { count: 0, endsAt: at + perSeconds * 1000 }
    windows.set(key, window)
    window.count += 1
    if (window.count > max)
      fail('RATE_LIMITED', { retryAfterSeconds: Math.ceil((window.endsAt - at) / 1000) })
  }
}
