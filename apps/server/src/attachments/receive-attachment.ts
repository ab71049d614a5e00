import { attachmentTypes, documentEndingOf, type FileId } from '@atrium/contract'
import { sql } from 'kysely'
import { isDocument, storePicture, type UploadReceiver } from '../files/index.ts'
import { requestIndexing } from '../retrieval/index.ts'
import { membershipOf } from '../accounts/index.ts'
import { inSystem, inTenant, isDatabaseUnavailable } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { attachmentFolder } from './offer-attachment.ts'
import type { Actor, AttachmentPorts } from './ports.ts'

type Awaited = Actor & { id: FileId; name: string; storageKey: string }
type Receive = UploadReceiver['receive']

/**
 * Receives attachments: each form works once. Stores only valid pictures, cleaned; and documents whose bytes match their name,
 * which are then indexed.
 */
export const attachmentReceiver = (ports: AttachmentPorts): UploadReceiver => ({
  folder: attachmentFolder,
  receive: (upload, file) =>
    attachmentTypes.some((type) => type === upload.contentType)
      ? receivePicture(ports, upload, file)
      : receiveDocument(ports, upload, file),
})

async function receivePicture(ports: AttachmentPorts, ...[upload, file]: Parameters<Receive>): Promise<void> {
  const awaited = await storePicture(ports.storage, upload, file, () => awaitedBy(ports, upload.key))
  try {
    const stored = (await ports.storage.get(upload.key)) ?? fail('UPLOAD_REFUSED')
    await settle(ports, awaited, { sizeBytes: stored.sizeBytes, isRead: false })
  } catch (error) {
    return await dropBytes(ports, upload.key, error)
  }
}

async function receiveDocument(
  ports: AttachmentPorts,
  ...[upload, file]: Parameters<Receive>
): Promise<void> {
  const awaited = await awaitedBy(ports, upload.key)
  // Of two concurrent uploads with one form, the later is refused here.
  await ports.storage.put(upload.key, file.bytes, upload)
  try {
    await file.formEnds()
    const [stored, ending] = [await ports.storage.get(upload.key), documentEndingOf(awaited.name)]
    if (stored?.sizeBytes === 0) return fail('FILE_EMPTY')
    if (!stored || !ending || !(await isDocument(stored, ending))) return fail('FILE_NOT_SUPPORTED')
    await settle(ports, awaited, { sizeBytes: stored.sizeBytes, isRead: true })
  } catch (error) {
    return await dropBytes(ports, upload.key, error)
  }
}

/** When the database connection was lost, the file may already be recorded: the sweep finds out. */
async function dropBytes({ storage }: AttachmentPorts, key: string, error: unknown): Promise<never> {
  if (!isDatabaseUnavailable(error)) await storage.delete(key)
  throw error
}

/** The form is the credential and has no account: the only lookup across all accounts. Members only. */
async function awaitedBy({ database }: AttachmentPorts, key: string): Promise<Awaited> {
  const found = await inSystem(database, (trx) =>
    sql<Awaited>`
      select account_id as "accountId", owner_id as "userId", id, name, storage_key as "storageKey" from attachment
      where storage_key = ${key} and stored_at is null
        and exists (${membershipOf(sql`attachment.account_id`, sql`attachment.owner_id`)})`.execute(trx),
  )
  return found.rows[0] ?? fail('UPLOAD_REFUSED')
}

async function settle(
  { database, enqueueIndexing }: AttachmentPorts,
  awaited: Awaited,
  { sizeBytes, isRead }: { sizeBytes: number; isRead: boolean },
): Promise<void> {
  const { accountId, id: fileId, storageKey, name } = awaited
  await inTenant(database, awaited, async (trx) => {
    // Locked, so that a concurrent removal happens either before or after.
    const { accountId: account, userId } = awaited
    const member =
      await sql`${membershipOf(sql`${account}`, sql`${userId}`)} for key share of membership`.execute(trx)
    if (member.rows.length === 0) fail('UPLOAD_REFUSED')
    await sql`
      update attachment set stored_at = now(), size_bytes = ${sizeBytes}
      where account_id = ${accountId} and id = ${fileId}`.execute(trx)
    if (!isRead) return
    // An attachment is searched on its own: its id is its scope.
    await requestIndexing(trx, { accountId, fileId, scopeId: fileId, storageKey, name })
    await enqueueIndexing(trx, { accountId, fileId })
  })
}
