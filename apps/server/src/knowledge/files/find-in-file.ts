import type { ChatId, FileId, FoundInFile } from '@atrium/contract'
import { findInPassages } from '../../retrieval/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import type { Actor } from '../homes.ts'
import { openFound } from './open-file-text.ts'

/** Returns where words occur in a file, for people who may open it. */
export async function findInFile(
  ports: KnowledgePorts,
  actor: Actor,
  { fileId, chatId, words }: { fileId: FileId; chatId: ChatId | undefined; words: string },
): Promise<FoundInFile> {
  return await inTenant(ports.database, actor, async (trx) => {
    await openFound(ports, trx, actor, { fileId, chatId })
    return await findInPassages(trx, actor.accountId, fileId, words)
  })
}
