import type { AccountId, UploadForm, UserId } from '@atrium/contract'
import { type Database, inTenant } from '../platform/database/index.ts'
import type { Storage } from '../platform/storage/index.ts'
import { logoFolder } from './find-logo.ts'
import type { PictureType } from './picture.ts'
import { nameForPicture, pictureForm } from './picture-form.ts'

/**
 * A signed form with which a browser posts one logo for the account, within five minutes. The server makes the name: of what
 * the client calls its file, only the ending counts, and it must fit the type (FILE_NOT_SUPPORTED).
 */
export async function offerLogoUpload(
  { database, storage }: { database: Database; storage: Storage },
  actor: { accountId: AccountId; userId: UserId },
  { filename, contentType }: { filename: string; contentType: PictureType },
): Promise<UploadForm> {
  const name = nameForPicture(filename, contentType)
  await inTenant(database, actor, (trx) =>
    trx
      .insertInto('logo')
      .values({ account_id: actor.accountId, name, requested_by: actor.userId })
      .execute(),
  )
  return await pictureForm(storage, logoFolder + name, contentType)
}
