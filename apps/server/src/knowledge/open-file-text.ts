import type { ChatId, FileId, OpenedFile } from '@atrium/contract'
import { filesOf, readPassages, sheetsOf } from '../passages/index.ts'
import { inTenant, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { mayUseRoom } from '../rooms/index.ts'
import { unread } from './files-on-shelf.ts'
import type { Actor, KnowledgePorts, OpenAttachment } from './knowledge-ports.ts'
import { findFile, signedLink } from './open-context-file.ts'
import { addressOfFile } from './sources/address-of-file.ts'

type Wanted = {
  fileId: FileId
  from: number
  count: number
  chatId: ChatId | undefined
  isWithSheets: boolean
}
type FoundFile = Omit<OpenAttachment, 'url'> & {
  scopeId: string
  /** Of a file of a room, whose bytes may be gone; one of a question comes with its link. */
  bytes: { storageKey: string } | { url: string | null }
}

/**
 * What a file says, some passages of it, with a link to its bytes: for who may use its room, and for those who may see the
 * question with which it came. Everything else looks like a file that does not exist.
 */
export async function openFileText(
  ports: KnowledgePorts,
  actor: Actor,
  { fileId, from, count, chatId, isWithSheets }: Wanted,
): Promise<OpenedFile> {
  const { file, indexed, pageUrl, passages, sheets } = await inTenant(ports.database, actor, async (trx) => {
    const file = await requireOpenFile(ports, trx, actor, { fileId, chatId })
    const [indexed] = await filesOf(trx, actor.accountId, [file.scopeId], [fileId])
    const pageUrl = await addressOfFile(trx, actor, fileId)
    return {
      file,
      indexed,
      pageUrl,
      passages: await readPassages(trx, actor.accountId, fileId, { from, count }),
      sheets: isWithSheets ? await sheetsOf(trx, actor.accountId, fileId) : null,
    }
  })
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
    ...(sheets !== null && { sheets }),
  }
}

/** A file that the actor may open: of a room, or of a question that they may see. */
export const requireOpenFile = async (
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
  if (!file || !(await mayUseRoom(trx, actor, file.roomId))) return null
  const { name, contentType, sizeBytes, storageKey } = file
  return { name, contentType, sizeBytes, scopeId: file.baseId ?? file.roomId, bytes: { storageKey } }
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
