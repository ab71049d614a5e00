import { createHash } from 'node:crypto'
import { maxNoticePictureBytes } from '@atrium/contract'
import { readPicture } from '../../files/index.ts'
import { type Database, inSystem, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { readStoredSettings } from '../stored-settings.ts'

const dayMs = 24 * 3_600_000
const endings = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif', 'image/webp': 'webp' } as const

/** Stores a cleaned picture under the hash of its bytes; returns its name. FILE_NOT_SUPPORTED for anything else. */
export async function storeNoticePicture(database: Database, base64: string): Promise<string> {
  const picture = readPicture(Buffer.from(base64, 'base64'))
  if (picture === null || picture.bytes.length > maxNoticePictureBytes) return fail('FILE_NOT_SUPPORTED')
  const hash = createHash('sha256').update(picture.bytes).digest('hex').slice(0, 32)
  const name = `${hash}.${endings[picture.contentType]}`
  await inSystem(database, async (transaction) => {
    await deleteUnused(transaction)
    await transaction
      .insertInto('notice_picture')
      .values({ name, content_type: picture.contentType, bytes: picture.bytes })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ created_at: new Date() }))
      .execute()
  })
  return name
}

/** Throws INVALID_INPUT for a picture that was not uploaded, or was deleted meanwhile. */
export async function requireNoticePicture(transaction: Transaction, field: string, name: string | null) {
  if (name === null) return
  const found = await transaction
    .selectFrom('notice_picture')
    .select('name')
    .where('name', '=', name)
    .forShare()
    .executeTakeFirst()
  if (!found)
    fail('INVALID_INPUT', {
      issues: [{ path: field, message: 'This picture is no longer stored. Upload it again.' }],
    })
}

/** The bytes and type of a picture; undefined when there is none of this name. */
export const readNoticePicture = (database: Database, name: string) =>
  database.kysely
    .selectFrom('notice_picture')
    .select(['content_type', 'bytes'])
    .where('name', '=', name)
    .executeTakeFirst()

/** Deletes pictures that were uploaded a day ago and that no notice shows. */
async function deleteUnused(transaction: Transaction): Promise<void> {
  const stored = await readStoredSettings(transaction)
  const { desktop, mobile } = stored.announcement?.value ?? {}
  const used = [desktop, mobile, stored['new-chat']?.value.picture].filter((name) => typeof name === 'string')
  await transaction
    .deleteFrom('notice_picture')
    .where('created_at', '<', new Date(Date.now() - dayMs))
    .where('name', 'not in', ['', ...used])
    .execute()
}
