import { attachmentTypes, documentEndingOf, type FileId } from '@atrium/contract'
import { sql } from 'kysely'
import { isDocument, storePicture, type UploadReceiver } from '../files/index.ts'
import { requestIndexing } from '../passages/index.ts'
import { inSystem, inTenant, isDatabaseUnavailable } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { attachmentFolder } from './offer-attachment.ts'
import type { Actor, AttachmentPorts } from './ports.ts'

type Awaited = Actor & { id: FileId; name: string; storageKey: string }
type Receive = UploadReceiver['receive']

/**
 * Takes the files of questions: each form works once. Of pictures only a sound one, cleaned, is stored and made known; of documents
 * one whose bytes are what its name says, which is read from then on.
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
  const stored = (await ports.storage.get(upload.key)) ?? fail('UPLOAD_REFUSED')
  await settle(ports, awaited, { sizeBytes: stored.sizeBytes, isRead: false })
}

async function receiveDocument(
  ports: AttachmentPorts,
  ...[upload, file]: Parameters<Receive>
): Promise<void> {
  const awaited = await awaitedBy(ports, upload.key)
  // Of two uploads with one form at once, the later is refused here.
  await ports.storage.put(upload.key, file.bytes, upload)
  try {
    await file.formEnds()
    const [stored, ending] = [await ports.storage.get(upload.key), documentEndingOf(awaited.name)]
    if (!stored || !ending || stored.sizeBytes === 0 || !(await isDocument(stored, ending)))
      return fail('FILE_NOT_SUPPORTED')
    await settle(ports, awaited, { sizeBytes: stored.sizeBytes, isRead: true })
  } catch (error) {
    // When the database went away, the file may be known already: who sweeps finds out.
    if (!isDatabaseUnavailable(error)) await ports.storage.delete(upload.key)
    throw error
  }
}

/** The form is the credential and tells no account: the one place where it is looked up across all of them. */
async function awaitedBy({ database }: AttachmentPorts, key: string): Promise<Awaited> {
  const found = await inSystem(database, (trx) =>
    sql<Awaited>`
      select account_id as "accountId", owner_id as "userId", id, name, storage_key as "storageKey" from attachment
      where storage_key = ${key} and stored_at is null`.execute(trx),
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
    await sql`
      update attachment set stored_at = now(), size_bytes = ${sizeBytes}
      where account_id = ${accountId} and id = ${fileId}`.execute(trx)
    if (!isRead) return
    // What comes with a question is searched by itself: its own id is its scope.
    await requestIndexing(trx, { accountId, fileId, scopeId: fileId, storageKey, name })
    await enqueueIndexing(trx, { accountId, fileId })
  })
}
