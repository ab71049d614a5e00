import { openTables, type TableFile, type Tables } from '@atrium/documents'

/** Maximum processes with tables at the same time: each may use up to a gigabyte of memory. */
const maxOpen = 2
/** How long closed tables stay loaded for the next caller with their key, in milliseconds. */
const keptMs = 30_000

type How = {
  /** Values stay as written in the file. */
  asTexts?: boolean
  /** Keeps closed tables loaded for a while, for the next caller with this key. It must identify the bytes of the files. */
  key?: string
}

/** Opens tables in processes of their own, a few at a time; further callers wait for their turn. */
export type TablePool = {
  open(files: readonly TableFile[], signal: AbortSignal, how?: How): Promise<Tables>
}

export function createTablePool({ max = maxOpen, load = openTables } = {}): TablePool {
  let open = 0
  const waiting: (() => void)[] = []
  /** Loaded tables that nobody uses, by key. They count as open. */
  const kept = new Map<string, { tables: Tables; timer: NodeJS.Timeout }>()

  const leave = () => {
    open -= 1
    waiting.shift()?.()
  }
  const close = async (tables: Tables) => {
    await tables.close()
    leave()
  }
  const take = (key: string): Tables | null => {
    const found = kept.get(key)
    kept.delete(key)
    clearTimeout(found?.timer)
    return found?.tables ?? null
  }
  const keep = (key: string, tables: Tables) => {
    const timer = setTimeout(() => {
      const unused = take(key)
      if (unused) void close(unused)
    }, keptMs)
    timer.unref()
    kept.set(key, { tables, timer })
  }

  async function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const [unused] = kept.keys()
    if (open >= max && unused !== undefined) {
      // Closing it frees its capacity for these tables.
      await take(unused)?.close()
      return
    }
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

  const lend = (tables: Tables, key: string | undefined): Tables => {
    let isClosed = false
    return {
      ...tables,
      async close() {
        if (isClosed) return
        isClosed = true
        const mayStay = waiting.length === 0 && !tables.hasEnded()
        if (key !== undefined && mayStay && !kept.has(key)) keep(key, tables)
        else await close(tables)
      },
    }
  }

  return {
    async open(files, signal, { key, ...how } = {}) {
      const loaded = key === undefined ? null : take(key)
      if (loaded && !loaded.hasEnded()) return lend(loaded, key)
      if (loaded) await close(loaded)
      await enter(signal)
      try {
        return lend(await load(files, { signal, ...how }), key)
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}
