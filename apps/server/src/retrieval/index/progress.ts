import { sql } from 'kysely'
import type { ReadEvent } from '@atrium/documents'
import type { Database } from '../../platform/database/index.ts'
import { type IndexRun, inRun } from './index-run.ts'

/** Update interval of the visible progress, in milliseconds. */
const everyMs = 1000

/** Pages, slides or sheets; `total` is null while unknown. `unread` is how many of those done could not be read. */
export type Parts = { done: number; total: number | null; unread: number }

export type Progress = {
  /** Records a reader's event, written at most once per second. */
  note(event: ReadEvent): Promise<void>
  parts(): Parts
}

/** Stores a file's progress in its row and reports it. */
export function createProgress(database: Database, run: IndexRun, reportProgress: () => void): Progress {
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
      reportProgress()
    },
    parts: () => parts,
  }
}
