import type { BaseId, FileId } from '@atrium/contract'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { accountOf } from '../../accounts/index.ts'
import { attachmentNamed, cleanFileName } from '../../files/index.ts'
import { inTenant, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { auditFile } from './audit-file.ts'
import { type HomeId, requireHome } from '../homes.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import type { Actor } from '../homes.ts'

export type ReadableFile = {
  id: FileId
  roomId: HomeId
  /** Its search scope: its base, or its room's context. */
  scopeId: string
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
    select id, room_id as "roomId", base_id as "baseId", coalesce(base_id, room_id) as "scopeId", name, content_type as "contentType", size_bytes as "sizeBytes",
      storage_key as "storageKey"
    from room_file
    where account_id = ${accountId} and id = ${fileId} and stored_at is not null and deleted_at is null
      and (not for_base or base_id is not null)`.execute(trx)
  return found.rows[0]
}

/**
 * The access policy of reading a file: users of its room, or members of the account that owns it. Missing, foreign and deleted
 * files look alike.
 */
export async function requireReadableFile(
  trx: Transaction,
  actor: Actor,
  fileId: FileId,
): Promise<ReadableFile> {
  const file = (await findFile(trx, actor, fileId)) ?? fail('NOT_FOUND')
  await requireHome(trx, actor, file.roomId)
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

/** Returns a link. The caller has checked that the person may read the file. */
export function signedLink(
  { fileLinks, mainApiUrl }: KnowledgePorts,
  { accountId, userId }: Actor,
  fileId: FileId,
): { url: string; expiresAt: string } {
  const { token, expiresAt } = fileLinks.sign({ accountId, userId, fileId })
  return { url: `${mainApiUrl}/files/open?token=${token}`, expiresAt: expiresAt.toISOString() }
}

/**
 * Sends a file for a link, as a download. Checks permission again, so that a link ends with it. Throws FILE_LINK_REFUSED, and
 * NOT_FOUND when the file, or the permission, is gone.
 */
export async function openFile(
  { database, storage, fileLinks }: KnowledgePorts,
  token: string,
  reply: FastifyReply,
): Promise<void> {
  const link = fileLinks.verify(token) ?? fail('FILE_LINK_REFUSED')
  const file = await inTenant(database, link, async (trx) => {
    // A link's route does not check membership, so a deleted account is refused here.
    if (!(await accountOf(trx, link.accountId, link.userId))) fail('NOT_FOUND')
    const found = await requireReadableFile(trx, link, link.fileId)
    await auditFile(trx, link, 'room-file.opened', await requireHome(trx, link, found.roomId), found)
    return found
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
