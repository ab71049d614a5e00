import type { Readable } from 'node:stream'
import type { AccountId } from '@atrium/contract'
import { type Database, inSystem, inTenant } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { FileTooLargeError, type Storage } from '../platform/storage/index.ts'
import { logoFolder } from './find-logo.ts'
import { cleanPicture, pictureTypes } from './picture.ts'
import type { UploadReceiver } from './receive-upload.ts'

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
    const type =
      pictureTypes.find((pictureType) => pictureType === upload.contentType) ?? fail('FILE_NOT_SUPPORTED')
    const name = upload.key.slice(logoFolder.length)
    const bytes = await allOf(file.bytes, upload.largestBytes)
    await file.formEnds()
    const accountId = (await accountAwaiting(database, name)) ?? fail('UPLOAD_REFUSED')

    // Files are never replaced: of two uploads with one form at once, the later is refused here.
    await storage.put(upload.key, cleanPicture(bytes, type), upload)
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

async function allOf(stream: Readable, largestBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes > largestBytes) throw new FileTooLargeError(largestBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
