import { documentEndingOf, type FileId, type RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import { isDocument, type UploadReceiver } from '../files/index.ts'
import { inSystem, inTenant, isDatabaseUnavailable, type Transaction } from '../platform/database/index.ts'
import { requestIndexing } from '../passages/index.ts'
import { Failure, fail } from '../platform/failure.ts'
import { requireRoomEditor } from '../rooms/index.ts'
import { auditFile } from './audit-file.ts'
import { contextLimitsOf, requirePlace } from './context-limits.ts'
import type { Actor, KnowledgePorts } from './knowledge-ports.ts'
import { accountsFolder } from './offer-upload.ts'

type PendingFile = Actor & { id: FileId; roomId: RoomId; name: string; storageKey: string }

/**
 * Takes the files that are posted for the context of rooms. Whoever asked for the form must still edit the room when the file
 * begins to come, and again when it has come; then its bytes must be the document that its name says, and there must be place.
 * It is streamed to the storage, and nothing of what is refused stays there.
 */
export const contextFileReceiver = (ports: KnowledgePorts): UploadReceiver => ({
  folder: accountsFolder,
  async receive(upload, file) {
    const pending = (await findPending(ports, upload.key)) ?? fail('UPLOAD_REFUSED')
    await inTenant(ports.database, pending, (trx) => requireAdder(trx, ports, pending))
    // Of two uploads with one form at once, the later is refused here.
    await ports.storage.put(upload.key, file.bytes, upload)
    try {
      await file.formEnds()
      await settle(ports, pending, await checkedSize(ports, pending, upload.key))
    } catch (error) {
      // When the database went away, the file may be known already: who sweeps finds out.
      if (!isDatabaseUnavailable(error)) await ports.storage.delete(upload.key)
      throw error
    }
  },
})

/** The form is the credential and tells no account: the one place where a file is looked up across all of them. */
const findPending = ({ database }: KnowledgePorts, key: string): Promise<PendingFile | undefined> =>
  inSystem(database, async (trx) => {
    const found = await sql<PendingFile>`
      select account_id as "accountId", requested_by as "userId", id, room_id as "roomId", name,
        storage_key as "storageKey" from room_file
      where storage_key = ${key} and stored_at is null and deleted_at is null and requested_by is not null`.execute(
      trx,
    )
    return found.rows[0]
  })

/** The room, locked, and what its account's plan allows; for who may no longer add to it, the form is worth nothing. */
async function requireAdder(trx: Transaction, { plans }: KnowledgePorts, pending: PendingFile) {
  try {
    const room = await requireRoomEditor(trx, pending, pending.roomId)
    return { room, allowed: await contextLimitsOf(trx, pending, plans) }
  } catch (error) {
    throw error instanceof Failure ? new Failure('UPLOAD_REFUSED', { cause: error }) : error
  }
}

async function checkedSize({ storage }: KnowledgePorts, { name }: PendingFile, key: string): Promise<number> {
  const [stored, ending] = [await storage.get(key), documentEndingOf(name)]
  if (!stored || !ending || stored.sizeBytes === 0 || !(await isDocument(stored, ending)))
    return fail('FILE_NOT_SUPPORTED')
  return stored.sizeBytes
}

async function settle(ports: KnowledgePorts, pending: PendingFile, sizeBytes: number): Promise<void> {
  const { accountId, id, roomId, name } = pending
  await inTenant(ports.database, pending, async (trx) => {
    const { room, allowed } = await requireAdder(trx, ports, pending)
    await requirePlace(trx, pending, roomId, { name, sizeBytes, allowed })
    const stored = await sql`
      update room_file set stored_at = now(), size_bytes = ${sizeBytes}
      where account_id = ${accountId} and id = ${id} and stored_at is null and deleted_at is null
      returning id`.execute(trx)
    if (stored.rows.length === 0) fail('UPLOAD_REFUSED')
    await requestIndexing(trx, {
      accountId,
      fileId: id,
      scopeId: roomId,
      storageKey: pending.storageKey,
      name,
    })
    await ports.enqueueIndexing(trx, { accountId, fileId: id })
    await auditFile(trx, pending, 'room-file.added', room, { id, name, sizeBytes })
  })
}
