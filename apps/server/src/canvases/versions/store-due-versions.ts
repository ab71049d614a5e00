import { sql } from 'kysely'
import { type Database, inSystem } from '../../platform/database/index.ts'
import type { CanvasKey } from '../collaboration/stored-document.ts'
import { storeVersion } from './store-version.ts'

/** A version is saved once a canvas has been unchanged for this long. */
const pauseMinutes = 5
/** While changes continue, a version is saved this long after the last one. */
const maxMinutes = 15
/** Maximum versions in one run; the next run saves the others. */
const maxPerRun = 200

/** Saves a version of each canvas that changed since its last and is due. Returns how many. */
export async function storeDueVersions(database: Database): Promise<number> {
  const due = await inSystem(database, (trx) =>
    sql<CanvasKey>`
      select account_id as "accountId", id as "canvasId" from canvas
      where version_seq < last_seq and deleted_at is null
        and (updated_at < now() - make_interval(mins => ${pauseMinutes})
          or versioned_at < now() - make_interval(mins => ${maxMinutes}))
      order by updated_at limit ${maxPerRun}`.execute(trx),
  )
  for (const key of due.rows) await inSystem(database, (trx) => storeVersion(trx, key))
  return due.rows.length
}
