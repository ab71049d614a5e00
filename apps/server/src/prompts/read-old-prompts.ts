import type { AccountId, PromptId } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inSystem } from '../platform/database/index.ts'
import { stemsVector, type Worded } from './prompt-stems.ts'

const atATime = 200

/** Indexes templates from before the index of words, in batches, until none is left. Returns how many. */
export async function readOldPrompts(database: Database): Promise<number> {
  let count = 0
  for (;;) {
    const read = await inSystem(database, async (trx) => {
      const found = await sql<Worded & { accountId: AccountId; id: PromptId }>`
        select account_id as "accountId", id, title, prompt_text as "promptText", description, tags, collection
        from prompt where stems is null order by account_id, id limit ${atATime} for update skip locked`.execute(
        trx,
      )
      for (const { accountId, id, ...worded } of found.rows)
        await sql`
          update prompt set stems = ${stemsVector(accountId, worded)}::tsvector
          where account_id = ${accountId} and id = ${id}`.execute(trx)
      return found.rows.length
    })
    count += read
    if (read < atATime) return count
  }
}
