import { readableEndingOf, isArchiveName } from '@atrium/contract'
import { sql } from 'kysely'
import { isDocument, type UploadReceiver } from '../../files/index.ts'
import { inSystem, inTenant, isDatabaseUnavailable } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { UploadRefusedError } from '../../platform/storage/index.ts'
import { auditFile } from './audit-file.ts'
import { requirePlace } from './context-limits.ts'
import { requestFileIndexing } from './request-file-indexing.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import { accountsFolder } from './offer-upload.ts'
import { type PendingFile, requireAdder } from './pending-file.ts'
import { receiveArchive } from './receive-archive.ts'
import type { HomeId } from '../homes.ts'

/**
 * Receives uploads for rooms and bases. The form's owner must still have permission when the upload starts and when it ends; then
 * the bytes must match the name's document type and fit the limits. Streams to the storage; a refused file leaves neither bytes
 * nor reserved space.
 */
export const contextFileReceiver = (ports: KnowledgePorts): UploadReceiver => ({
  folder: accountsFolder,
  async receive(upload, file) {
    const pending = (await findPending(ports, upload.key)) ?? fail('UPLOAD_REFUSED')
    try {
      await inTenant(ports.database, pending, (trx) => requireAdder(trx, ports, pending))
      // Of two concurrent uploads with one form, the later is refused here.
      await ports.storage.put(upload.key, file.bytes, upload)
      await file.formEnds().catch((error: unknown) => dropBytes(ports, pending, error))
      await settleOrDrop(ports, pending)
    } catch (error) {
      if (!(error instanceof UploadRefusedError)) await release(ports, pending)
      throw error
    }
    ports.onKnowledgeChanged({ accountId: pending.accountId, roomId: pending.target.roomId })
  },
})

/** The form is the credential and has no account: the only lookup of a file across all accounts. */
const findPending = ({ database }: KnowledgePorts, key: string): Promise<PendingFile | undefined> =>
  inSystem(database, async (trx) => {
    const found = await sql<Omit<PendingFile, 'target'> & { roomId: HomeId; isForBase: boolean }>`
      select account_id as "accountId", requested_by as "userId", id, room_id as "roomId", name, for_base as "isForBase",
        storage_key as "storageKey"
      from room_file
      where storage_key = ${key} and stored_at is null and deleted_at is null and requested_by is not null`.execute(
      trx,
    )
    const row = found.rows[0]
    if (!row) return undefined
    const { roomId, isForBase, ...file } = row
    // Only files for a base have no room.
    const isForContext = !isForBase && roomId !== null
    const target = isForContext
      ? { of: 'context' as const, roomId }
      : { of: 'waiting' as const, roomId, userId: file.userId }
    return { ...file, target }
  })

async function settleOrDrop(ports: KnowledgePorts, pending: PendingFile): Promise<void> {
  try {
    const { target } = pending
    if (target.of === 'context' && isArchiveName(pending.name))
      await receiveArchive(ports, { ...pending, target })
    else await settle(ports, pending, await checkedSize(ports, pending))
  } catch (error) {
    await dropBytes(ports, pending, error)
  }
}

/** After losing the database, the file may be recorded already: the sweep finds out. */
async function dropBytes(
  { storage }: KnowledgePorts,
  { storageKey }: PendingFile,
  error: unknown,
): Promise<never> {
  if (!isDatabaseUnavailable(error)) await storage.delete(storageKey)
  throw error
}

/** Releases the reserved space of a failed upload; its form stays usable until it expires. */
const release = (
  { database, log }: KnowledgePorts,
  { accountId, userId, id }: PendingFile,
): Promise<unknown> =>
  inTenant(database, { accountId, userId }, (trx) =>
    sql`
      update room_file set reserved_bytes = 0
      where account_id = ${accountId} and id = ${id} and stored_at is null`.execute(trx),
  ).catch((error: unknown) =>
    log.warn(
      { event: 'upload.release_failed', err: error, fileId: id },
      'Could not release the reserved space of a refused file; it expires in an hour',
    ),
  )

async function checkedSize({ storage }: KnowledgePorts, pending: PendingFile): Promise<number> {
  const [stored, ending] = [await storage.get(pending.storageKey), readableEndingOf(pending.name)]
  if (stored?.sizeBytes === 0) return fail('FILE_EMPTY')
  if (!stored || !ending || !(await isDocument(stored, ending))) return fail('FILE_NOT_SUPPORTED')
  return stored.sizeBytes
}

async function settle(ports: KnowledgePorts, pending: PendingFile, sizeBytes: number): Promise<void> {
  const { accountId, id, target, name, storageKey } = pending
  await inTenant(ports.database, pending, async (trx) => {
    const { home, allowed } = await requireAdder(trx, ports, pending)
    await requirePlace(trx, pending, target, { name, sizeBytes, storageKey, allowed })
    const stored = await sql`
      update room_file set stored_at = now(), size_bytes = ${sizeBytes}, reserved_bytes = 0
      where account_id = ${accountId} and id = ${id} and stored_at is null and deleted_at is null
      returning id`.execute(trx)
    if (stored.rows.length === 0) fail('UPLOAD_REFUSED')
    // A file for a base is indexed once it is in the base.
    if (target.of === 'waiting') return
    await requestFileIndexing(ports, trx, { accountId, id, scopeId: target.roomId, storageKey, name })
    await auditFile(trx, pending, 'room-file.added', home, { id, name, sizeBytes })
  })
}
