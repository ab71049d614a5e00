import type { ChatId, FileId, FoundInFile } from '@atrium/contract'
import { findInPassages } from '../passages/index.ts'
import { inTenant } from '../platform/database/index.ts'
import type { Actor, KnowledgePorts } from './knowledge-ports.ts'
import { requireOpenFile } from './open-file-text.ts'

/** Where words stand in a file, for who may open it. */
export async function findInFile(
  ports: KnowledgePorts,
  actor: Actor,
  { fileId, chatId, words }: { fileId: FileId; chatId: ChatId | undefined; words: string },
): Promise<FoundInFile> {
  return await inTenant(ports.database, actor, async (trx) => {
    await requireOpenFile(ports, trx, actor, { fileId, chatId })
    return await findInPassages(trx, actor.accountId, fileId, words)
  })
}
