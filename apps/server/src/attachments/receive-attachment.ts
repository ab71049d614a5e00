import { type FileId } from '@atrium/contract'
import { sql } from 'kysely'
import { storePicture, type UploadReceiver } from '../files/index.ts'
import { inSystem, inTenant } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { attachmentFolder } from './offer-attachment.ts'
import type { Actor, AttachmentPorts } from './ports.ts'

type Awaited = Actor & { id: FileId }

/** Takes the pictures of questions: each form works once, and only a sound picture, cleaned, is stored and made known. */
export const attachmentReceiver = ({ database, storage }: AttachmentPorts): UploadReceiver => ({
  folder: attachmentFolder,
  async receive(upload, file) {
    const awaited = await storePicture(storage, upload, file, async () => {
      // The form is the credential and tells no account: the one place where it is looked up across all of them.
      const found = await inSystem(database, (trx) =>
        sql<Awaited>`
          select account_id as "accountId", owner_id as "userId", id from attachment
          where storage_key = ${upload.key} and stored_at is null`.execute(trx),
      )
      return found.rows[0] ?? fail('UPLOAD_REFUSED')
    })
    const stored = (await storage.get(upload.key)) ?? fail('UPLOAD_REFUSED')
    await inTenant(database, awaited, (trx) =>
      sql`
        update attachment set stored_at = now(), size_bytes = ${stored.sizeBytes}
        where account_id = ${awaited.accountId} and id = ${awaited.id}`.execute(trx),
    )
  },
})
