import { limits } from '@atrium/contract'
import { sql } from 'kysely'
import { inSystem } from '../../platform/database/index.ts'
import type { UserPorts } from '../ports.ts'
import type { ExportJob } from './export-job.ts'
import { exportExpiry, keyOfExport } from './own-export.ts'
import { writeExport } from './write-export.ts'

export type MakingPorts = Pick<UserPorts, 'database' | 'storage' | 'clock'> & {
  identity: Pick<UserPorts['identity'], 'personOf' | 'tell'>
}

/** More than anybody has written, less than a disk. */
const largestBytes = 20 * 1024 ** 3

/** Makes a copy and tells its person by mail. Called again after a process died, it begins anew; when it is made, it does nothing. */
export async function makeExport(ports: MakingPorts, { exportId, userId }: ExportJob): Promise<void> {
  const { clock, database, identity, storage } = ports
  const person = await identity.personOf(userId)
  const isWanted = await database.kysely
    .selectFrom('user_export')
    .select('id')
    .where('id', '=', exportId)
    .where('state', '=', 'making')
    .executeTakeFirst()
  if (!isWanted || !person) return
  const key = keyOfExport(exportId)
  await storage.delete(key)
  const body = await writeExport({ database, storage }, userId)
  await storage.put(key, body, {
    contentType: 'application/zip',
    cacheControl: 'private, no-store',
    largestBytes,
  })
  const stored = await storage.get(key)
  const readyAt = clock.now()
  const expiresAt = exportExpiry(readyAt)
  await inSystem(database, async (transaction) => {
    const ready = await transaction
      .updateTable('user_export')
      .set({ state: 'ready', size_bytes: stored?.sizeBytes ?? 0, ready_at: readyAt, expires_at: expiresAt })
      .where('id', '=', exportId)
      .where('state', '=', 'making')
      .returning('id')
      .executeTakeFirst()
    const date = new Intl.DateTimeFormat(person.language ?? 'en', {
      dateStyle: 'long',
      timeZone: person.timeZone ?? 'UTC',
    }).format(expiresAt)
    if (ready) await identity.tell(transaction, person, 'exportReady', { date })
  })
}

/** How long a copy may be in the making, all tries of its job counted, before it counts as failed. */
const patience = sql`interval '3 hours'`

/** Erases copies whose days are over, and those that came to nothing. Returns how many are gone. */
export async function eraseOldExports({
  database,
  storage,
  clock,
}: Pick<UserPorts, 'database' | 'storage' | 'clock'>): Promise<number> {
  const now = clock.now()
  await sql`
    update user_export set state = 'failed', expires_at = ${now}::timestamptz + make_interval(days => ${limits.exportDays})
    where state = 'making' and requested_at < ${now}::timestamptz - ${patience}`.execute(database.kysely)
  const over = await database.kysely
    .selectFrom('user_export')
    .select('id')
    .where('expires_at', '<=', now)
    .limit(1000)
    .execute()
  for (const { id } of over) {
    await storage.delete(keyOfExport(id))
    await database.kysely.deleteFrom('user_export').where('id', '=', id).execute()
  }
  return over.length
}
