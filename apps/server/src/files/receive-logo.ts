import type { AccountId } from '@atrium/contract'
import { type Database, inSystem, inTenant } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Storage } from '../platform/storage/index.ts'
import { logoFolder } from './find-logo.ts'
import type { UploadReceiver } from './receive-upload.ts'
import { storePicture } from './store-picture.ts'

/**
 * Takes logos: the bytes must be a picture of the signed type, and each form works once. Only then is the picture, cleaned,
 * stored and known to its account. Throws UPLOAD_REFUSED, FILE_TOO_LARGE, FILE_NOT_SUPPORTED.
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
    const accountId = await storePicture(
      storage,
      upload,
      file,
      async () => (await accountAwaiting(database, name)) ?? fail('UPLOAD_REFUSED'),
    )
    await inTenant(database, { accountId, userId: null }, (trx) =>
      trx
        .updateTable('logo')
        .set({ uploaded_at: new Date() })
        .where('account_id', '=', accountId)
        .where('name', '=', name)
        .execute(),
    )
  },
})

/** The form is the credential and tells no account: the one place where a logo is looked up across all of them. */
const accountAwaiting = (database: Database, name: string): Promise<AccountId | undefined> =>
  inSystem(database, async (trx) => {
    const logo = await trx
      .selectFrom('logo')
      .select('account_id')
      .where('name', '=', name)
      .where('uploaded_at', 'is', null)
      .executeTakeFirst()
    return logo?.account_id
  })
