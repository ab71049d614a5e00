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
import { advisoryLock, inTenant } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { maxDocumentBytes } from './plan-limits.ts'
import type { Actor, AttachmentPorts } from './ports.ts'

/** The storage folder of attachments. */
export const attachmentFolder = 'attachment/'

type OfferedFile = { filename: string; contentType: UploadedType; sizeBytes?: number | undefined }

/**
 * Returns a signed form to upload one file for a question within five minutes. The server makes the key; the name's extension
 * must match the type (FILE_NOT_SUPPORTED). Documents may be as large as the plan allows (FILE_TOO_LARGE).
 */
export async function offerAttachment(
  { database, storage, plans }: AttachmentPorts,
  actor: Actor,
  { filename, contentType, sizeBytes }: OfferedFile,
): Promise<UploadForm & { file_id: FileId }> {
  const { accountId, userId } = actor
  const name = cleanFileName(filename)
  if (typeSaidBy(name) !== contentType) fail('FILE_NOT_SUPPORTED')
  const id = mintId('file')
  const key = `${attachmentFolder}${accountId}/${randomBytes(16).toString('hex')}`
  const maxBytes = await inTenant(database, actor, async (trx) => {
    const maxBytes = isPictureType(contentType)
      ? limits.attachmentBytes
      : await maxDocumentBytes(trx, actor, plans, sizeBytes)
    // Counts concurrent requests one after another.
    await advisoryLock(trx, `attachments of ${accountId} ${userId}`)
    const found = await sql<{ pending: number; stored: number; storedBytes: number }>`
      select (count(*) filter (where stored_at is null
          and requested_at > now() - make_interval(secs => ${limits.uploadFormSeconds})))::int as pending,
        count(stored_at)::int as stored, coalesce(sum(size_bytes) filter (where stored_at is not null), 0)::bigint as "storedBytes"
      from attachment where account_id = ${accountId} and owner_id = ${userId}`.execute(trx)
    const { pending, stored, storedBytes } = found.rows[0] ?? fail('INTERNAL')
    if (pending >= limits.maxAttachmentsPending)
      fail('RATE_LIMITED', { retryAfterSeconds: limits.uploadFormSeconds })
    // Pending uploads may be stored too, so they count.
    if (stored + pending >= limits.maxStoredAttachments || storedBytes >= limits.maxStoredAttachmentBytes)
      fail('TOO_MANY_FILES')
    await sql`
      insert into attachment (account_id, id, owner_id, storage_key, name, content_type)
      values (${accountId}, ${id}, ${userId}, ${key}, ${name}, ${contentType})`.execute(trx)
    return maxBytes
  })
  const form = await storage.createUploadForm({
    key,
    contentType,
    cacheControl: 'private, no-store',
    ...(!isPictureType(contentType) && { minBytes: 0 }),
    maxBytes,
    expiresInSeconds: limits.uploadFormSeconds,
  })
  return { ...form, file_id: id }
}

const isPictureType = (contentType: UploadedType) => attachmentTypes.some((type) => type === contentType)

/** Returns the file type of this name's extension; null for types that can't be attached. */
function typeSaidBy(name: string): string | null {
  if (documentEndingOf(name)) return contentTypeOf(name)
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const types: Readonly<Record<string, string>> = pictureEndings
  return types[ending] ?? null
}
