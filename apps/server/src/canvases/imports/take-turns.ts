import { fail } from '../../platform/failure.ts'

/** Per process: each file is read in a process of its own. */
export const maxReadersAtOnce = 2
export const maxWaiting = 8

/** Returns the function that waits for a turn to read a file; its result ends the turn. Throws RATE_LIMITED when too many wait. */
export function createTurns() {
  const waiting: (() => void)[] = []
  let reading = 0
  const end = () => {
    const next = waiting.shift()
    if (next) next()
    else reading -= 1
  }
  /** Resolves at the turn of this import. Throws when it is cancelled before, and then leaves the queue. */
  const turnOf = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const takeTurn = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(takeTurn), 1)
        reject(signal.reason as Error)
      }
      signal.addEventListener('abort', leave, { once: true })
      waiting.push(takeTurn)
    })
  return async (signal: AbortSignal): Promise<() => void> => {
    signal.throwIfAborted()
    if (reading < maxReadersAtOnce) reading += 1
    else if (waiting.length >= maxWaiting) fail('RATE_LIMITED', { retryAfterSeconds: 10 })
    else await turnOf(signal)
    if (signal.aborted) end()
    signal.throwIfAborted()
    return end
  }
}
