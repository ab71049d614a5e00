import { documentEndingOf, isArchiveName } from '@atrium/contract'
import { sql } from 'kysely'
import { isDocument, type UploadReceiver } from '../files/index.ts'
import { inSystem, inTenant, isDatabaseUnavailable } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { UploadRefusedError } from '../platform/storage/index.ts'
import { auditFile } from './audit-file.ts'
import { requirePlace } from './context-limits.ts'
import { haveIndexed } from './have-indexed.ts'
import type { KnowledgePorts } from './knowledge-ports.ts'
import { accountsFolder } from './offer-upload.ts'
import { type PendingFile, requireAdder } from './pending-file.ts'
import { receiveArchive } from './receive-archive.ts'
import type { Shelf } from './shelf.ts'

/**
 * Takes the files that are posted for rooms and their bases. Whoever asked for the form must still edit the room when the file
 * begins to come, and again when it has come; then its bytes must be the document that its name says, and there must be place.
 * It is streamed to the storage, and nothing of what is refused stays there, nor what was kept free for it.
 */
export const contextFileReceiver = (ports: KnowledgePorts): UploadReceiver => ({
  folder: accountsFolder,
  async receive(upload, file) {
    const pending = (await findPending(ports, upload.key)) ?? fail('UPLOAD_REFUSED')
    try {
      await inTenant(ports.database, pending, (trx) => requireAdder(trx, ports, pending))
      // Of two uploads with one form at once, the later is refused here.
      await ports.storage.put(upload.key, file.bytes, upload)
      await file.formEnds().catch((error: unknown) => dropBytes(ports, pending, error))
      await settleOrDrop(ports, pending)
    } catch (error) {
      if (!(error instanceof UploadRefusedError)) await release(ports, pending)
      throw error
    }
    ports.onKnowledgeChanged(pending)
  },
})

/** The form is the credential and tells no account: the one place where a file is looked up across all of them. */
const findPending = ({ database }: KnowledgePorts, key: string): Promise<PendingFile | undefined> =>
  inSystem(database, async (trx) => {
    const found = await sql<PendingFile>`
      select account_id as "accountId", requested_by as "userId", id, room_id as "roomId", name, for_base as "isForBase",
        storage_key as "storageKey"
      from room_file
      where storage_key = ${key} and stored_at is null and deleted_at is null and requested_by is not null`.execute(
      trx,
    )
    return found.rows[0]
  })

async function settleOrDrop(ports: KnowledgePorts, pending: PendingFile): Promise<void> {
  try {
    if (isArchiveName(pending.name)) await receiveArchive(ports, pending)
    else await settle(ports, pending, await checkedSize(ports, pending))
  } catch (error) {
    await dropBytes(ports, pending, error)
  }
}

/** When the database went away, the file may be known already: who sweeps finds out. */
async function dropBytes(
  { storage }: KnowledgePorts,
  { storageKey }: PendingFile,
  error: unknown,
): Promise<never> {
  if (!isDatabaseUnavailable(error)) await storage.delete(storageKey)
  throw error
}

/** What was kept free for a file that did not come is free again; its form can be used until its time is over. */
const release = (
  { database, log }: KnowledgePorts,
  { accountId, userId, id }: PendingFile,
): Promise<unknown> =>
  inTenant(database, { accountId, userId }, (trx) =>
    sql`
      update room_file set reserved_bytes = 0
      where account_id = ${accountId} and id = ${id} and stored_at is null`.execute(trx),
  ).catch((error: unknown) =>
    log.warn({ err: error, fileId: id }, 'what was kept free for a refused file is free in an hour'),
  )

async function checkedSize({ storage }: KnowledgePorts, pending: PendingFile): Promise<number> {
  const [stored, ending] = [await storage.get(pending.storageKey), documentEndingOf(pending.name)]
  if (!stored || !ending || stored.sizeBytes === 0 || !(await isDocument(stored, ending)))
    return fail('FILE_NOT_SUPPORTED')
  return stored.sizeBytes
}

async function settle(ports: KnowledgePorts, pending: PendingFile, sizeBytes: number): Promise<void> {
  const { accountId, id, roomId, name, isForBase, storageKey } = pending
  const shelf: Shelf = isForBase
    ? { of: 'waiting', roomId, userId: pending.userId }
    : { of: 'context', roomId }
  await inTenant(ports.database, pending, async (trx) => {
    const { room, allowed } = await requireAdder(trx, ports, pending)
    await requirePlace(trx, pending, shelf, { name, sizeBytes, storageKey, allowed })
    const stored = await sql`
      update room_file set stored_at = now(), size_bytes = ${sizeBytes}, reserved_bytes = 0
      where account_id = ${accountId} and id = ${id} and stored_at is null and deleted_at is null
      returning id`.execute(trx)
    if (stored.rows.length === 0) fail('UPLOAD_REFUSED')
    // One for a base waits until the base is there.
    if (isForBase) return
    await haveIndexed(ports, trx, { accountId, id, scopeId: roomId, storageKey, name })
    await auditFile(trx, pending, 'room-file.added', room, { id, name, sizeBytes })
  })
}
