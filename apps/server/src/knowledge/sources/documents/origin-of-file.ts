import { type AccountId, CanvasId, ChatId, type FileId, type FileOrigin } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/index.ts'
import { readPassages } from '../../../retrieval/index.ts'
import type { DocumentReaders } from './document-reader.ts'

/**
 * Returns the canvas or chat that a file is the text of, and the turns of the chat with the cited passage; null for any other file. The
 * caller has checked access to the file: only documents that its readers may open are in a base.
 */
export async function originOfFile(
  trx: Transaction,
  documents: DocumentReaders,
  { accountId, fileId, cited }: { accountId: AccountId; fileId: FileId; cited: number | undefined },
): Promise<FileOrigin | null> {
  const found = await sql<{ originId: string | null }>`
    select origin_id as "originId" from room_file join knowledge_source as source
      on source.account_id = room_file.account_id and source.id = room_file.source_id
    where room_file.account_id = ${accountId} and room_file.id = ${fileId}`.execute(trx)
  const originId = found.rows[0]?.originId ?? null
  if (originId === null) return null
  const canvasId = CanvasId.safeParse(originId)
  if (canvasId.success) return { kind: 'canvas', canvasId: canvasId.data }
  const chatId = ChatId.parse(originId)
  const [passage] =
    cited === undefined ? [] : await readPassages(trx, accountId, fileId, { from: cited, count: 1 })
  const turns = passage ? await documents.chat.findTurns(trx, accountId, chatId, passage.text) : []
  return { kind: 'chat', chatId, turns }
}
