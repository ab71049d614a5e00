import type { ChatId, FileId, OpenedFile } from '@atrium/contract'
import { filesOf, readPassages, sheetsOf } from '../../retrieval/index.ts'
import { inTenant, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { auditFile } from './audit-file.ts'
import { unread } from './files-in-collection.ts'
import { homesOpenTo, requireHome } from '../homes.ts'
import type { KnowledgePorts, OpenAttachment } from '../knowledge-ports.ts'
import type { Actor } from '../homes.ts'
import { findFile, signedLink } from './open-context-file.ts'
import { addressOfFile } from '../sources/address-of-file.ts'
import { originOfFile } from '../sources/documents/origin-of-file.ts'

type Wanted = {
  fileId: FileId
  from: number
  count: number
  chatId: ChatId | undefined
  isWithSheets: boolean
  /** Index of the cited passage. */
  cited: number | undefined
}
type FoundFile = Omit<OpenAttachment, 'url'> & {
  scopeId: string
  /** Link to a room's file, whose bytes may be gone; an attachment includes its link. */
  bytes: { storageKey: string } | { url: string | null }
}

/**
 * Returns some passages of a file, with a link to its bytes: for users of its room or members of its account, and for people who
 * may see the question that it is attached to. NOT_FOUND for others.
 */
export async function openFileText(
  ports: KnowledgePorts,
  actor: Actor,
  { fileId, from, count, chatId, isWithSheets, cited }: Wanted,
): Promise<OpenedFile> {
  const { file, indexed, pageUrl, origin, passages, sheets } = await inTenant(
    ports.database,
    actor,
    async (trx) => {
      const file = await openFound(ports, trx, actor, { fileId, chatId })
      const [indexed] = await filesOf(trx, actor.accountId, [file.scopeId], [fileId])
      const pageUrl = await addressOfFile(trx, actor, fileId)
      return {
        file,
        indexed,
        pageUrl,
        origin: await originOfFile(trx, ports.documents, { accountId: actor.accountId, fileId, cited }),
        passages: await readPassages(trx, actor.accountId, fileId, { from, count }),
        sheets: isWithSheets ? await sheetsOf(trx, actor.accountId, fileId) : null,
      }
    },
  )
  const { name, contentType, sizeBytes, bytes } = file
  return {
    id: fileId,
    name,
    contentType,
    sizeBytes,
    state: indexed?.state ?? unread,
    passageCount: indexed?.passages ?? 0,
    passages: passages.map(({ position, text, place }) => ({ position, text, place })),
    url: 'url' in bytes ? bytes.url : await linkTo(ports, actor, fileId, bytes.storageKey),
    ...(pageUrl !== null && { pageUrl }),
    ...(origin !== null && { origin }),
    ...(sheets !== null && { sheets }),
  }
}

/**
 * Returns a file that the actor opens: of a room, or attached to a question that they may see. Every reader goes through here, so
 * that each leaves an audit entry.
 */
export const openFound = async (
  ports: KnowledgePorts,
  trx: Transaction,
  actor: Actor,
  { fileId, chatId }: Pick<Wanted, 'fileId' | 'chatId'>,
): Promise<FoundFile> =>
  (await fileOfRoom(trx, actor, fileId)) ??
  (await fileOfQuestion(ports, trx, actor, { fileId, chatId })) ??
  fail('NOT_FOUND')

async function fileOfRoom(trx: Transaction, actor: Actor, fileId: FileId): Promise<FoundFile | null> {
  const file = await findFile(trx, actor, fileId)
  if (!file || !(await homesOpenTo(trx, actor, [file.roomId])).has(file.roomId)) return null
  await auditFile(trx, actor, 'room-file.opened', await requireHome(trx, actor, file.roomId), file)
  const { name, contentType, sizeBytes, scopeId, storageKey } = file
  return { name, contentType, sizeBytes, scopeId, bytes: { storageKey } }
}

async function fileOfQuestion(
  { attachmentOpenTo }: KnowledgePorts,
  trx: Transaction,
  actor: Actor,
  asked: { fileId: FileId; chatId: ChatId | undefined },
): Promise<FoundFile | null> {
  const file = await attachmentOpenTo?.(trx, actor, asked)
  return file ? { ...file, scopeId: asked.fileId, bytes: { url: file.url } } : null
}

const linkTo = async (ports: KnowledgePorts, actor: Actor, fileId: FileId, storageKey: string) =>
  (await ports.storage.get(storageKey)) ? signedLink(ports, actor, fileId).url : null
