import { type AccountId, limits, type RoomId, type TurnId, type UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import type { Actor } from './access.ts'

type AskedQuestion = { turnId: TurnId; askerId: UserId; question: string }

/** What was asked in these turns, as it begins. What is deleted or temporary is left out: it is its owner's alone. */
export async function questionsOfTurns(
  trx: TenantTransaction,
  accountId: AccountId,
  turnIds: readonly TurnId[],
): Promise<AskedQuestion[]> {
  if (turnIds.length === 0) return []
  const found = await sql<AskedQuestion>`
    select turn.id as "turnId", chat.owner_id as "askerId", left(message.text, ${limits.excerptCharacters}) as question
    from turn
    join chat on chat.account_id = turn.account_id and chat.id = turn.chat_id
    join message on message.account_id = turn.account_id and message.id = turn.question_message_id
    where turn.account_id = ${accountId} and turn.id = any(${[...turnIds]}::text[])
      and chat.deleted_at is null and not chat.is_temporary`.execute(trx)
  return found.rows
}

/** How many others than the reader have asked in a room in the last so many days. */
export async function otherAskers(
  trx: TenantTransaction,
  { accountId, userId }: Actor,
  roomId: RoomId,
  days: number,
): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(distinct owner_id)::int as count from chat
    where account_id = ${accountId} and room_id = ${roomId} and owner_id <> ${userId} and deleted_at is null
      and not is_temporary and asked_at > now() - make_interval(days => ${days})`.execute(trx)
  return found.rows[0]?.count ?? 0
}
