import { limits } from '@atrium/contract'
import { sql } from 'kysely'
import { inSystem } from '../../platform/database/index.ts'
import type { UserPorts } from '../ports.ts'
import type { ExportJob } from './export-job.ts'
import { exportExpiry, keyOfExport } from './own-export.ts'
import { writeExport, type WritingPorts } from './write-export.ts'

type MakingPorts = WritingPorts & {
  clock: UserPorts['clock']
  identity: Pick<UserPorts['identity'], 'personOf' | 'sendSecurityMail'>
}

/** Above anybody's data, below a disk's size. */
const maxBytes = 20 * 1024 ** 3

/** Makes an export and mails its person. After a crash it starts again; does nothing when already done. */
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
  const body = await writeExport(ports, userId)
  await storage.put(key, body, {
    contentType: 'application/zip',
    cacheControl: 'private, no-store',
    maxBytes,
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
    if (ready) await identity.sendSecurityMail(transaction, person, 'exportReady', { date })
  })
}

/** How long an export may take, with all retries of its job, before it counts as failed. */
const timeout = sql`interval '3 hours'`

/** Erases expired and failed exports. Returns how many. */
export async function eraseOldExports({
  database,
  storage,
  clock,
}: Pick<UserPorts, 'database' | 'storage' | 'clock'>): Promise<number> {
  const now = clock.now()
  await sql`
    update user_export set state = 'failed', expires_at = ${now}::timestamptz + make_interval(days => ${limits.exportDays})
    where state = 'making' and requested_at < ${now}::timestamptz - ${timeout}`.execute(database.kysely)
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
