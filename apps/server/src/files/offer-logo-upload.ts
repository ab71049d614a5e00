import { randomBytes } from 'node:crypto'
import { type AccountId, limits, type UploadForm, type UserId } from '@atrium/contract'
import { type Database, inTenant } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Storage } from '../platform/storage/index.ts'
import { logoFolder } from './find-logo.ts'
import type { PictureType } from './picture.ts'

/** The endings that a picture of a type may come with; it is stored under the first. */
const endings: Record<PictureType, readonly [string, ...string[]]> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
}

const formLifeSeconds = 5 * 60

/**
 * A signed form with which a browser posts one logo for the account, within five minutes. The server makes the name: of what
 * the client calls its file, only the ending counts, and it must fit the type (FILE_NOT_SUPPORTED).
 */
export async function offerLogoUpload(
  { database, storage }: { database: Database; storage: Storage },
  actor: { accountId: AccountId; userId: UserId },
  { filename, contentType }: { filename: string; contentType: PictureType },
): Promise<UploadForm> {
  const ending = /\.([a-z]+)$/i.exec(filename)?.[1]?.toLowerCase()
  if (!ending || !endings[contentType].includes(ending)) return fail('FILE_NOT_SUPPORTED')
  const name = `${randomBytes(16).toString('hex')}.${endings[contentType][0]}`
  await inTenant(database, actor, (trx) =>
    trx
      .insertInto('logo')
      .values({ account_id: actor.accountId, name, requested_by: actor.userId })
      .execute(),
  )
  return await storage.createUploadForm({
    key: logoFolder + name,
    contentType,
    cacheControl: 'public, max-age=31536000, immutable',
    largestBytes: limits.logoSizeBytes,
    expiresInSeconds: formLifeSeconds,
  })
}
