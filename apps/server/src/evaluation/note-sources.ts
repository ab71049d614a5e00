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
import { type Statement, statement } from '../platform/database/index.ts'

type EndedAnswer = {
  accountId: AccountId
  roomId: RoomId
  turnId: TurnId
  parts: readonly AnswerPart[]
}

/**
 * Records how many sources an answer had and which files it cites, in the transaction that ends it. Empty for an answer without a search.
 * Not for temporary chats.
 */
export function noteSources({ accountId, roomId, turnId, parts }: EndedAnswer): Statement[] {
  const streamed = sourcesIn(parts)
  if (!streamed || streamed.trace.filesSearched === 0) return []
  const found = streamed.sources.length + streamed.trace.wholeFiles.length
  const use = statement(sql<object>`
    insert into source_use (account_id, turn_id, room_id, found) values (${accountId}, ${turnId}, ${roomId}, ${found})
    on conflict do nothing`)
  const cited = citedFiles(parts)
  if (cited.length === 0) return [use]
  const citations = statement(sql<object>`
    insert into source_citation (account_id, file_id)
    select ${accountId}, file_id from unnest(${cited}::text[]) as file_id
    on conflict (account_id, file_id) do update set count = source_citation.count + 1, last_cited_at = now()`)
  return [use, citations]
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
