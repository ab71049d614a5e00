import { sql } from 'kysely'
import { type Database, inSystem } from '../../platform/database/index.ts'

/** Erases threads whose only authors were erased with their comments. */
export const eraseEmptyThreads = (database: Database): Promise<number> =>
  inSystem(database, async (trx) => {
    const erased = await sql`
      delete from canvas_thread as thread where not exists (
        select from canvas_comment as comment
        where comment.account_id = thread.account_id and comment.canvas_id = thread.canvas_id
          and comment.thread_id = thread.id)`.execute(trx)
    return Number(erased.numAffectedRows ?? 0)
  })
