import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import type { Actor } from './access.ts'

/** What a room is called, for somebody who is known to be allowed to use it: told to models with every question. */
export async function roomName(
  trx: Transaction,
  { accountId }: Pick<Actor, 'accountId'>,
  roomId: string,
): Promise<string> {
  const found = await sql<{
    name: string
  }>`select name from room where account_id = ${accountId} and id = ${roomId}`.execute(trx)
  return found.rows[0]?.name ?? ''
}
