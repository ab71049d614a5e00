import type { BaseId, FileId, RoomId } from '@atrium/contract'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { accountOf } from '../accounts/index.ts'
import { attachmentNamed, cleanFileName } from '../files/index.ts'
import { inTenant, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { requireRoom } from '../rooms/index.ts'
import type { Actor, KnowledgePorts } from './knowledge-ports.ts'

export type ReadableFile = {
  id: FileId
  roomId: RoomId
  baseId: BaseId | null
  name: string
  contentType: string
  sizeBytes: number
  storageKey: string
}

/** The file with this id that belongs to a room or a base; undefined as well while it waits for its base. */
export async function findFile(
  trx: Transaction,
  { accountId }: Actor,
  fileId: FileId,
): Promise<ReadableFile | undefined> {
  const found = await sql<ReadableFile>`
    select id, room_id as "roomId", base_id as "baseId", name, content_type as "contentType", size_bytes as "sizeBytes",
      storage_key as "storageKey"
    from room_file
    where account_id = ${accountId} and id = ${fileId} and stored_at is not null and deleted_at is null
      and (not for_base or base_id is not null)`.execute(trx)
  return found.rows[0]
}

/** The policy of reading a file: whoever may use its room. Missing, foreign and deleted files look alike. */
export async function requireReadableFile(
  trx: Transaction,
  actor: Actor,
  fileId: FileId,
): Promise<ReadableFile> {
  const file = (await findFile(trx, actor, fileId)) ?? fail('NOT_FOUND')
  await requireRoom(trx, actor, file.roomId)
  return file
}

/** A link that opens the file for five minutes, for as long as the actor may read it. */
export async function linkToFile(
  ports: KnowledgePorts,
  actor: Actor,
  fileId: FileId,
): Promise<{ url: string; expiresAt: string }> {
  await inTenant(ports.database, actor, (trx) => requireReadableFile(trx, actor, fileId))
  return signedLink(ports, actor, fileId)
}

/** The link, for who was found to be allowed to read the file. */
export function signedLink(
  { fileLinks, mainApiUrl }: KnowledgePorts,
  { accountId, userId }: Actor,
  fileId: FileId,
): { url: string; expiresAt: string } {
  const { token, expiresAt } = fileLinks.sign({ accountId, userId, fileId })
  return { url: `${mainApiUrl}/files/open?token=${token}`, expiresAt: expiresAt.toISOString() }
}

/**
 * Sends a file to who opens a link to it, to be saved under its name. The right is asked again, so that a link ends with it.
 * Throws FILE_LINK_REFUSED, and NOT_FOUND when the file, or the right to it, is gone.
 */
export async function openFile(
  { database, storage, fileLinks }: KnowledgePorts,
  token: string,
  reply: FastifyReply,
): Promise<void> {
  const link = fileLinks.verify(token) ?? fail('FILE_LINK_REFUSED')
  const file = await inTenant(database, link, async (trx) => {
    // Nobody is asked at the door of a link whether they are in the account: a deleted one has none.
    if (!(await accountOf(trx, link.accountId, link.userId))) fail('NOT_FOUND')
    return await requireReadableFile(trx, link, link.fileId)
  })
  const stored = (await storage.get(file.storageKey)) ?? fail('NOT_FOUND')
  reply.headers({
    'content-type': stored.contentType,
    'content-length': stored.sizeBytes,
    'content-disposition': attachmentNamed(cleanFileName(file.name)),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  reply.send(stored.read())
}
