import { randomBytes } from 'node:crypto'
import {
  contentTypeOf,
  documentEndingOf,
  isArchiveName,
  limits,
  mintId,
  type RoomId,
  type UploadForm,
} from '@atrium/contract'
import { sql } from 'kysely'
import { cleanFileName } from '../files/index.ts'
import { inTenant, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { requireRoomEditor } from '../rooms/index.ts'
import { contextLimitsOf, requireBases, requirePlace } from './context-limits.ts'
import type { Actor, KnowledgePorts } from './knowledge-ports.ts'
import { rowsOn, type Shelf } from './shelf.ts'

/** Where the files of accounts are in the storage. */
export const accountsFolder = 'acct/'

/** A key of its own for a file of an account; nothing of it can be guessed. */
export const newKey = (accountId: Actor['accountId']): string =>
  `${accountsFolder}${accountId}/${randomBytes(16).toString('hex')}`

type OfferedFile = {
  name: string
  /** Whether it is for a base that is still to be made or added to, and not for the room's context. */
  isForBase: boolean
  contentType?: string | undefined
  sizeBytes?: number | undefined
}

/**
 * A signed form with which a browser posts one file for the context of a room or for a base of it, within five minutes; for
 * the room's owner and admins. The server makes key and type: of the given name, only the ending decides. What there is no place
 * for is refused here, and again when the file has come; until then its size is kept free for it.
 */
export async function offerUpload(
  ports: KnowledgePorts,
  actor: Actor,
  roomId: RoomId,
  file: OfferedFile,
): Promise<UploadForm> {
  const { accountId } = actor
  const name = cleanFileName(file.name)
  const key = newKey(accountId)
  const { contentType, largestBytes } = await inTenant(ports.database, actor, async (trx) => {
    await requireRoomEditor(trx, actor, roomId)
    const contentType = typeOf(file, name)
    const allowed = await (file.isForBase ? requireBases : contextLimitsOf)(trx, actor, ports.plans)
    const shelf: Shelf = file.isForBase
      ? { of: 'waiting', roomId, userId: actor.userId }
      : { of: 'context', roomId }
    await forgetEarlierTry(trx, actor, shelf, name)
    const sizeBytes = file.sizeBytes ?? 1
    const place = await requirePlace(trx, actor, shelf, { name, sizeBytes, storageKey: key, allowed })
    const largestBytes = Math.max(file.sizeBytes ?? place.largestBytes, 1)
    await refuseTooManyPending(trx, actor, roomId)
    await trx
      .insertInto('room_file')
      .values({
        account_id: accountId,
        id: mintId('file'),
        room_id: roomId,
        for_base: file.isForBase,
        reserved_bytes: largestBytes,
        storage_key: key,
        name,
        content_type: contentType,
        requested_by: actor.userId,
      })
      .execute()
    return { contentType, largestBytes }
  })
  return await ports.storage.createUploadForm({
    key,
    contentType,
    cacheControl: 'private, no-store',
    smallestBytes: 0,
    largestBytes,
    expiresInSeconds: limits.uploadFormSeconds,
  })
}

/** Who tries a file again needs place for it once. */
async function forgetEarlierTry(
  trx: Transaction,
  { accountId, userId }: Actor,
  shelf: Shelf,
  name: string,
): Promise<void> {
  await sql`
    update room_file set reserved_bytes = 0
    where account_id = ${accountId} and ${rowsOn(shelf)} and requested_by = ${userId} and lower(name) = lower(${name})
      and stored_at is null`.execute(trx)
}

/** The type that the ending says, when it is one that is taken and the client says no other. */
function typeOf({ contentType: said, isForBase }: OfferedFile, name: string): string {
  const contentType = contentTypeOf(name)
  const agrees = said === undefined || said === contentType || said === 'application/octet-stream'
  const isTaken = documentEndingOf(name) !== null || (isArchiveName(name) && !isForBase)
  return isTaken && agrees ? contentType : fail('FILE_NOT_SUPPORTED')
}

async function refuseTooManyPending(trx: Transaction, { accountId }: Actor, roomId: RoomId): Promise<void> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from room_file
    where account_id = ${accountId} and room_id = ${roomId} and stored_at is null`.execute(trx)
  if ((found.rows[0]?.count ?? 0) >= limits.uploadsPendingAtMost)
    fail('RATE_LIMITED', { retryAfterSeconds: limits.uploadFormSeconds })
}
