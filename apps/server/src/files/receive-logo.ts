import { sql } from 'kysely'
import { lockAccountEditor, requireAccountEditor } from '../accounts/index.ts'
import { type Database, inSystem, inTenant, isDatabaseUnavailable } from '../platform/database/index.ts'
import { Failure, fail } from '../platform/failure.ts'
import type { Storage } from '../platform/storage/index.ts'
import { logoFolder } from './find-logo.ts'
import type { UploadReceiver } from './receive-upload.ts'
import { storePicture } from './pictures/store-picture.ts'

/**
 * Receives logos: the bytes must be a picture of the signed type, and each form works once. Stores the cleaned picture and
 * records it for its account. Throws UPLOAD_REFUSED, FILE_TOO_LARGE, FILE_NOT_SUPPORTED.
 */
export const logoReceiver = ({
  database,
  storage,
}: {
  database: Database
  storage: Storage
}): UploadReceiver => ({
  folder: logoFolder,
  async receive(upload, file) {
    const name = upload.key.slice(logoFolder.length)
    const actor = await storePicture(storage, upload, file, async () => {
      const actor = (await requesterOf(database, name)) ?? fail('UPLOAD_REFUSED')
      await inTenant(database, actor, (trx) => refuseUnlessEditor(requireAccountEditor(trx, actor)))
      return actor
    })
    try {
      await inTenant(database, actor, async (trx) => {
        // Locked, so that a concurrent removal or demotion happens either before or after.
        await refuseUnlessEditor(lockAccountEditor(trx, actor))
        await trx
          .updateTable('logo')
          .set({ uploaded_at: new Date() })
          .where('account_id', '=', actor.accountId)
          .where('name', '=', name)
          .execute()
      })
    } catch (error) {
      if (!isDatabaseUnavailable(error)) await storage.delete(upload.key)
      throw error
    }
  },
})

type Editor = Parameters<typeof requireAccountEditor>[1]

/** The form is the credential and has no account: the only lookup of a logo across all accounts. */
const requesterOf = (database: Database, name: string): Promise<Editor | undefined> =>
  inSystem(database, async (trx) => {
    const found = await sql<Editor>`
      select account_id as "accountId", requested_by as "userId" from logo
      where name = ${name} and uploaded_at is null and requested_by is not null`.execute(trx)
    return found.rows[0]
  })

/** The form is worthless to a person who may no longer edit the account. */
const refuseUnlessEditor = (allowed: Promise<void>): Promise<void> =>
  allowed.catch((error: unknown) => {
    throw error instanceof Failure ? new Failure('UPLOAD_REFUSED', { cause: error }) : error
  })
