import { type AccountId, limits, type UploadForm, type UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { advisoryLock, type Database, inTenant } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Storage } from '../platform/storage/index.ts'
import { logoFolder } from './find-logo.ts'
import type { PictureType } from './pictures/picture.ts'
import { nameForPicture, pictureForm } from './pictures/picture-form.ts'

/**
 * Returns a signed form to upload one logo for the account within five minutes. The server makes the name: of the client's file
 * name only the extension counts, and it must match the type (FILE_NOT_SUPPORTED).
 */
export async function offerLogoUpload(
  { database, storage }: { database: Database; storage: Storage },
  actor: { accountId: AccountId; userId: UserId },
  { filename, contentType }: { filename: string; contentType: PictureType },
): Promise<UploadForm> {
  const name = nameForPicture(filename, contentType)
  await inTenant(database, actor, async (trx) => {
    const { accountId, userId } = actor
    await advisoryLock(trx, `logos of ${accountId} ${userId}`)
    const found = await sql<{ pending: number }>`
      select count(*)::int as pending from logo
      where account_id = ${accountId} and requested_by = ${userId} and uploaded_at is null
        and requested_at > now() - make_interval(secs => ${limits.uploadFormSeconds})`.execute(trx)
    if ((found.rows[0]?.pending ?? 0) >= limits.maxPendingLogosPerPerson)
      fail('RATE_LIMITED', { retryAfterSeconds: limits.uploadFormSeconds })
    await trx.insertInto('logo').values({ account_id: accountId, name, requested_by: userId }).execute()
  })
  return await pictureForm(storage, logoFolder + name, contentType)
}
