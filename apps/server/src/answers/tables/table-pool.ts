import { openTables, type TableFile, type Tables } from '@atrium/documents'

/** Processes with tables at the same time: each may take up to a gigabyte. */
const maxOpen = 2

/** Opens tables in processes of their own, a few at a time; further callers wait for their turn. */
export type TablePool = {
  /** With `asTexts`, every value stays as its file has it. */
  open(files: readonly TableFile[], signal: AbortSignal, how?: { asTexts: boolean }): Promise<Tables>
}

export function createTablePool(max: number = maxOpen): TablePool {
  let open = 0
  const waiting: (() => void)[] = []
  const leave = () => {
    open -= 1
    waiting.shift()?.()
  }
  async function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (open >= max) {
      const turn = Promise.withResolvers<void>()
      const abort = () => {
        waiting.splice(waiting.indexOf(turn.resolve), 1)
        turn.reject(signal.reason)
      }
      signal.addEventListener('abort', abort, { once: true })
      waiting.push(turn.resolve)
      await turn.promise
      signal.removeEventListener('abort', abort)
    }
    open += 1
  }
  return {
    async open(files, signal, how) {
      await enter(signal)
      try {
        const tables = await openTables(files, { signal, ...how })
        let isClosed = false
        return {
          ...tables,
          async close() {
            if (isClosed) return
            isClosed = true
            await tables.close()
            leave()
          },
        }
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}
