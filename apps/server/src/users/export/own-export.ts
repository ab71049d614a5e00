import { limits, mintId, type OwnExport, type UserId } from '@atrium/contract'
import type { Selectable } from 'kysely'
import { accountsOf, writeAudit } from '../../accounts/index.ts'
import { type Database, inSystem, isUniqueViolation } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { UserPorts } from '../ports.ts'
import type { UserExportTable } from '../tables.ts'

export const exportFolder = 'export/'

type ExportRow = Selectable<UserExportTable>
const columns = ['id', 'user_id', 'requested_at', 'state', 'size_bytes', 'ready_at', 'expires_at'] as const

/** Returns the person's last export, or null. */
export async function readExport(
  { database, clock }: Pick<UserPorts, 'database' | 'clock'>,
  userId: UserId,
): Promise<OwnExport | null> {
  const row = await lastExport(database, userId)
  return row && isAvailable(row, clock.now()) ? presentExport(row) : null
}

/** Starts an export and returns it; returns the running one if there is one. */
export async function requestExport(ports: UserPorts, userId: UserId): Promise<OwnExport> {
  const { clock, database, log } = ports
  const exportId = mintId('export')
  try {
    await inSystem(database, async (transaction) => {
      await transaction
        .insertInto('user_export')
        .values({ id: exportId, user_id: userId, requested_at: clock.now() })
        .execute()
      await ports.enqueueExport(transaction, { exportId, userId })
      // In every account with data in the export.
      for (const { id: accountId } of await accountsOf(transaction, userId))
        await writeAudit(transaction, {
          accountId,
          actorId: userId,
          action: 'member.data-exported',
          objectType: 'member',
          objectId: userId,
        })
    })
    log.info({ event: 'export.requested', userId, exportId }, 'A user requested a data export')
  } catch (error) {
    // A running one serves as well.
    if (!isUniqueViolation(error, 'user_export_making')) throw error
  }
  return (await readExport(ports, userId)) ?? fail('CONFLICT')
}

/** Returns a URL, valid for five minutes, to download the caller's own export. */
export async function linkToExport(
  { clock, database, exportLinks, mainApiUrl }: UserPorts,
  userId: UserId,
): Promise<{ url: string; expiresAt: string }> {
  const row = await lastExport(database, userId)
  if (row?.state !== 'ready' || !isAvailable(row, clock.now())) return fail('NOT_FOUND')
  const { token, expiresAt } = exportLinks.sign(row.id)
  return { url: `${mainApiUrl}/user/export/file?token=${token}`, expiresAt: expiresAt.toISOString() }
}

/** Returns the export of a signed link. Throws FILE_LINK_REFUSED; NOT_FOUND when it was erased meanwhile. */
export async function openExport(
  { clock, database, exportLinks, storage }: UserPorts,
  token: string,
): Promise<{ name: string; sizeBytes: number; read(): NodeJS.ReadableStream }> {
  const exportId = exportLinks.verify(token) ?? fail('FILE_LINK_REFUSED')
  const row = await database.kysely
    .selectFrom('user_export')
    .select(columns)
    .where('id', '=', exportId)
    .executeTakeFirst()
  if (!row || !isAvailable(row, clock.now())) return fail('NOT_FOUND')
  const file = (await storage.get(keyOfExport(exportId))) ?? fail('NOT_FOUND')
  const name = `atrium-${row.requested_at.toISOString().slice(0, 10)}.zip`
  return { name, sizeBytes: file.sizeBytes, read: () => file.read() }
}

export const keyOfExport = (exportId: string): string => `${exportFolder}${exportId}.zip`

/** Returns when an export that is ready now is erased. */
export const exportExpiry = (readyAt: Date): Date =>
  new Date(readyAt.getTime() + limits.exportDays * 24 * 60 * 60 * 1000)

const lastExport = ({ kysely }: Database, userId: UserId): Promise<ExportRow | undefined> =>
  kysely
    .selectFrom('user_export')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()

const isAvailable = ({ expires_at }: ExportRow, now: Date) => expires_at === null || expires_at > now

const presentExport = (row: ExportRow): OwnExport => ({
  state: row.state,
  requestedAt: row.requested_at.toISOString(),
  sizeBytes: row.size_bytes,
  expiresAt: row.expires_at?.toISOString() ?? null,
})
