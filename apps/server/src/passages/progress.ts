import { sql } from 'kysely'
import type { ReadEvent } from '../documents/index.ts'
import type { Database } from '../platform/database/index.ts'
import { type IndexRun, inRun } from './index-run.ts'

/** How often people see how far a file is, in milliseconds. */
const everyMs = 1000

/** Pages, slides or sheets; `total` is null while nobody knows it. Of those that are done so many could not be read. */
export type Parts = { done: number; total: number | null; unread: number }

export type Progress = {
  /** Hears what the reader says; writes it down at most once a second. */
  note(event: ReadEvent): Promise<void>
  parts(): Parts
}

/** Keeps how far a file is, in its row and for who is told. */
export function createProgress(database: Database, run: IndexRun, tell: () => void): Progress {
  const parts: Parts = { done: 0, total: null, unread: 0 }
  let writtenAt = performance.now()
  return {
    async note(event) {
      if (event.type === 'block') return
      if (event.type === 'unread') parts.unread += 1
      else if (event.type === 'parts') parts.total = event.total
      else parts.done = event.done
      if (performance.now() - writtenAt < everyMs) return
      writtenAt = performance.now()
      await inRun(database, run, async (trx) => {
        await sql`
          update indexed_file set parts_done = ${parts.done}, parts_total = ${parts.total}
          where account_id = ${run.accountId} and file_id = ${run.fileId}`.execute(trx)
      })
      tell()
    },
    parts: () => parts,
  }
}
