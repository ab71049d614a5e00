import { randomBytes } from 'node:crypto'
import {
  attachmentTypes,
  contentTypeOf,
  documentEndingOf,
  type FileId,
  limits,
  mintId,
  pictureEndings,
  type UploadedType,
  type UploadForm,
} from '@atrium/contract'
import { sql } from 'kysely'
import { cleanFileName } from '../files/index.ts'
import { inTenant } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Actor, AttachmentPorts } from './ports.ts'

/** Where attachments are in the storage. */
export const attachmentFolder = 'attachment/'

/**
 * A signed form with which a browser posts one file for a question, within five minutes. The server makes the key; the ending of
 * the name must fit the type (FILE_NOT_SUPPORTED).
 */
export async function offerAttachment(
  { database, storage }: AttachmentPorts,
  actor: Actor,
  { filename, contentType }: { filename: string; contentType: UploadedType },
): Promise<UploadForm & { file_id: FileId }> {
  const { accountId, userId } = actor
  const name = cleanFileName(filename)
  if (typeSaidBy(name) !== contentType) fail('FILE_NOT_SUPPORTED')
  const id = mintId('file')
  const key = `${attachmentFolder}${accountId}/${randomBytes(16).toString('hex')}`
  await inTenant(database, actor, async (trx) => {
    const found = await sql<{ count: number }>`
      select count(*)::int as count from attachment
      where account_id = ${accountId} and owner_id = ${userId} and stored_at is null
        and requested_at > now() - make_interval(secs => ${limits.uploadFormSeconds})`.execute(trx)
    if ((found.rows[0]?.count ?? 0) >= limits.attachmentsPendingAtMost)
      fail('RATE_LIMITED', { retryAfterSeconds: limits.uploadFormSeconds })
    await sql`
      insert into attachment (account_id, id, owner_id, storage_key, name, content_type)
      values (${accountId}, ${id}, ${userId}, ${key}, ${name}, ${contentType})`.execute(trx)
  })
  const form = await storage.createUploadForm({
    key,
    contentType,
    cacheControl: 'private, no-store',
    ...(isPictureType(contentType)
      ? { largestBytes: limits.attachmentBytes }
      : { smallestBytes: 0, largestBytes: limits.attachedDocumentBytes }),
    expiresInSeconds: limits.uploadFormSeconds,
  })
  return { ...form, file_id: id }
}

const isPictureType = (contentType: UploadedType) => attachmentTypes.some((type) => type === contentType)

/** What a file with the ending of this name is; null for what a question does not come with. */
function typeSaidBy(name: string): string | null {
  if (documentEndingOf(name)) return contentTypeOf(name)
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const types: Readonly<Record<string, string>> = pictureEndings
  return types[ending] ?? null
}
