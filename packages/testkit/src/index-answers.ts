import { indexTurns } from '@atrium/server/chats/index.ts'
import type { Database } from '@atrium/server/platform/database/index.ts'
import { expect } from 'vitest'

/** Indexes what was answered so far for search, as every server does within two seconds of an answer. */
export async function indexAnswers(database: Database): Promise<void> {
  await expect
    .poll(async () => {
      await indexTurns(database)
      // A server may be indexing the others.
      const { rows } = await database.pool.query<{ left: number }>(`
        select count(*)::int as left from pending_turn
        join turn on turn.account_id = pending_turn.account_id and turn.id = pending_turn.turn_id and turn.state <> 'open'`)
      return rows[0]?.left
    })
    .toBe(0)
}
