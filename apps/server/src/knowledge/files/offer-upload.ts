import { randomBytes } from 'node:crypto'
import {
  contentTypeOf,
  readableEndingOf,
  isArchiveName,
  limits,
  mintId,
  type UploadForm,
} from '@atrium/contract'
import { sql } from 'kysely'
import { cleanFileName } from '../../files/index.ts'
import { advisoryLock, inTenant, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { requirePlace } from './context-limits.ts'
import { type HomeId, isHome, requireHomeEditor } from '../homes.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import type { Actor } from '../homes.ts'
import { limitsFor } from './pending-file.ts'
import { type UploadTarget, rowsOf } from './file-collection.ts'

/** The storage prefix of account files. */
export const accountsFolder = 'acct/'

/** Returns an unguessable storage key for a file of an account. */
export const newKey = (accountId: Actor['accountId']): string =>
  `${accountsFolder}${accountId}/${randomBytes(16).toString('hex')}`

type OfferedFile = {
  name: string
  contentType?: string | undefined
  sizeBytes?: number | undefined
}

/**
 * Returns a signed form to upload one file for a room's context, or for a base of the room or the account, within five minutes;
 * for the owner and admins of the room or account. The server makes key and type: only the name's extension counts. Checks the
 * limits here, and again when the file has arrived; until then reserves its size, if given.
 */
export async function offerUpload(
  ports: KnowledgePorts,
  actor: Actor,
  target: UploadTarget,
  file: OfferedFile,
): Promise<UploadForm> {
  const { accountId } = actor
  const name = cleanFileName(file.name)
  const key = newKey(accountId)
  const { contentType, maxBytes } = await inTenant(ports.database, actor, async (trx) => {
    await requireHomeEditor(trx, actor, target.roomId)
    const contentType = typeOf(file, name, target)
    const allowed = await limitsFor(target)(trx, actor, ports.plans)
    await forgetEarlierTry(trx, actor, target, name)
    const sizeBytes = file.sizeBytes ?? 1
    const place = await requirePlace(trx, actor, target, { name, sizeBytes, storageKey: key, allowed })
    const maxBytes = Math.max(file.sizeBytes ?? place.maxBytes, 1)
    await refuseTooManyPending(trx, actor, target.roomId)
    await trx
      .insertInto('room_file')
      .values({
        account_id: accountId,
        id: mintId('file'),
        room_id: target.roomId,
        for_base: target.of === 'waiting',
        // Without a size nothing is reserved: the limits are checked when the bytes have arrived.
        reserved_bytes: file.sizeBytes ?? 0,
        storage_key: key,
        name,
        content_type: contentType,
        requested_by: actor.userId,
      })
      .execute()
    return { contentType, maxBytes }
  })
  return await ports.storage.createUploadForm({
    key,
    contentType,
    cacheControl: 'private, no-store',
    minBytes: 0,
    maxBytes,
    expiresInSeconds: limits.uploadFormSeconds,
  })
}

/** A retry of a file needs its space only once. */
async function forgetEarlierTry(
  trx: Transaction,
  { accountId, userId }: Actor,
  target: UploadTarget,
  name: string,
): Promise<void> {
  await sql`
    update room_file set reserved_bytes = 0
    where account_id = ${accountId} and ${rowsOf(target)} and requested_by = ${userId} and lower(name) = lower(${name})
      and stored_at is null`.execute(trx)
}

/** Returns the extension's type, if supported and not contradicted by the client. */
function typeOf({ contentType: said }: OfferedFile, name: string, { of }: UploadTarget): string {
  const contentType = contentTypeOf(name)
  const agrees = said === undefined || said === contentType || said === 'application/octet-stream'
  const isTaken = readableEndingOf(name) !== null || (isArchiveName(name) && of === 'context')
  return isTaken && agrees ? contentType : fail('FILE_NOT_SUPPORTED')
}

async function refuseTooManyPending(
  trx: Transaction,
  { accountId, userId }: Actor,
  homeId: HomeId,
): Promise<void> {
  await advisoryLock(trx, `uploads of ${accountId} ${userId}`)
  const found = await sql<{ inHome: number; ofPerson: number }>`
    select (count(*) filter (where ${isHome(sql`room_id`, homeId)}))::int as "inHome",
      (count(*) filter (where requested_by = ${userId}))::int as "ofPerson"
    from room_file where account_id = ${accountId} and stored_at is null`.execute(trx)
  const { inHome, ofPerson } = found.rows[0] ?? fail('INTERNAL')
  if (inHome >= limits.maxUploadsPending || ofPerson >= limits.maxPendingUploadsPerPerson)
    fail('RATE_LIMITED', { retryAfterSeconds: limits.uploadFormSeconds })
}
