import type { AccountId, FileId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import type { Passage } from './read-passages.ts'
import type { Scored } from './score-passages.ts'

export type FoundPassage = Passage & { fileId: FileId; name: string; scopeId: string; score: number }

/** Returns the texts of these passages, of existing and completely indexed files, in the same order. */
export async function readFound(
  trx: Transaction,
  accountId: AccountId,
  best: readonly Omit<Scored, 'stems'>[],
): Promise<FoundPassage[]> {
  if (best.length === 0) return []
  const found = await sql<Omit<FoundPassage, 'score'>>`
    select passage.file_id as "fileId", position, text, place, passage.tokens, name, scope_id as "scopeId"
    from unnest(${best.map(({ fileId }) => fileId)}::text[], ${best.map(({ position }) => position)}::int[]) as wanted (id, at)
    join passage on passage.account_id = ${accountId} and passage.file_id = wanted.id and position = wanted.at
    join indexed_file on indexed_file.account_id = ${accountId} and indexed_file.file_id = wanted.id and status = 'COMPLETED'`.execute(
    trx,
  )
  const read = new Map(found.rows.map((passage) => [`${passage.fileId} ${passage.position}`, passage]))
  return best.flatMap(({ fileId, position, score }) => {
    const passage = read.get(`${fileId} ${position}`)
    return passage ? [{ ...passage, score }] : []
  })
}
