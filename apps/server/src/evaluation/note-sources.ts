import {
  type AccountId,
  type AnswerPart,
  answerText,
  type FileId,
  type RoomId,
  sourcesIn,
  type TurnId,
} from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'

type EndedAnswer = {
  accountId: AccountId
  roomId: RoomId
  turnId: TurnId
  parts: readonly AnswerPart[]
}

/**
 * Records how many sources an answer had and which files it cites, in the transaction that ends it. Does nothing for an answer
 * without a search. Not for temporary chats.
 */
export async function noteSources(
  trx: TenantTransaction,
  { accountId, roomId, turnId, parts }: EndedAnswer,
): Promise<void> {
  const streamed = sourcesIn(parts)
  if (!streamed || streamed.trace.filesSearched === 0) return
  const found = streamed.sources.length + streamed.trace.wholeFiles.length
  await sql`
    insert into source_use (account_id, turn_id, room_id, found) values (${accountId}, ${turnId}, ${roomId}, ${found})
    on conflict do nothing`.execute(trx)
  const cited = citedFiles(parts)
  if (cited.length === 0) return
  await sql`
    insert into source_citation (account_id, file_id)
    select ${accountId}, file_id from unnest(${cited}::text[]) as file_id
    on conflict (account_id, file_id) do update set count = source_citation.count + 1, last_cited_at = now()`.execute(
    trx,
  )
}

/** The files cited as `[1]` or `[1, 2]`, each once and in a fixed order, to prevent deadlocks. */
function citedFiles(parts: readonly AnswerPart[]): FileId[] {
  const numbers = new Set(
    [...answerText(parts).matchAll(/\[(\d{1,4}(?:\s*,\s*\d{1,4})*)\]/g)].flatMap(([, list = '']) =>
      list.split(',').map(Number),
    ),
  )
  const cited = sourcesIn(parts)?.sources.filter(({ number }) => numbers.has(number)) ?? []
  return [...new Set(cited.map(({ fileId }) => fileId))].toSorted()
}
