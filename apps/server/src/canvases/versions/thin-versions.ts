import { limits } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inSystem } from '../../platform/database/index.ts'

/**
 * Deletes automatic versions as they age: all are kept for a day, then the last of each hour for a week, of each day for 90 days, and of
 * each week for a year. The oldest go first when those of a canvas are too large together. Named versions and the newest one stay. Returns
 * how many it deleted.
 */
export const thinVersions = (database: Database): Promise<number> =>
  inSystem(database, async (trx) => {
    const deleted = await sql`
      with placed as (
        select account_id, canvas_id, number, name, created_at,
          number = max(number) over canvas as is_newest,
          sum(bytes) over (partition by account_id, canvas_id order by name is null, number desc) as bytes_so_far,
          row_number() over (partition by account_id, canvas_id, name is null, case
              when created_at > now() - interval '1 day' then number::text
              when created_at > now() - interval '8 days' then date_trunc('hour', created_at)::text
              when created_at > now() - interval '90 days' then date_trunc('day', created_at)::text
              else date_trunc('week', created_at)::text end
            order by number desc) as place
        from canvas_version window canvas as (partition by account_id, canvas_id)
      )
      delete from canvas_version using placed
      where canvas_version.account_id = placed.account_id and canvas_version.canvas_id = placed.canvas_id
        and canvas_version.number = placed.number and placed.name is null and not placed.is_newest
        and (placed.place > 1 or placed.created_at < now() - interval '1 year'
          or placed.bytes_so_far > ${limits.maxCanvasVersionBytes})`.execute(trx)
    return Number(deleted.numAffectedRows ?? 0)
  })
