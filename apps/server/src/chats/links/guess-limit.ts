import { fail } from '../../platform/failure.ts'

const maxGuessers = 10_000

export type GuessLimit = {
  /** Throws RATE_LIMITED for a person or network address with too many misses. */
  refuse(guesser: string): void
  miss(guesser: string): void
}

/** Limits guesses of link names: counts misses per person or network address in this process. */
export function createGuessLimit(
  { max, perSeconds }: { max: number; perSeconds: number },
  now: () => number = performance.now.bind(performance),
): GuessLimit {
  const windows = new Map<string, { misses: number; endsAt: number }>()
  return {
    refuse(guesser) {
      const window = windows.get(guesser)
      if (window === undefined || window.misses < max || window.endsAt <= now()) return
      fail('RATE_LIMITED', { retryAfterSeconds: Math.ceil((window.endsAt - now()) / 1000) })
    },
    miss(guesser) {
      const at = now()
      if (windows.size >= maxGuessers)
        for (const [known, { endsAt }] of windows) if (endsAt <= at) windows.delete(known)
      const open = windows.get(guesser)
      if (open && open.endsAt > at) open.misses += 1
      else windows.set(guesser, { misses: 1, endsAt: at + perSeconds * 1000 })
    },
  }
}
