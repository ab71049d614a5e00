import { type AccountId, limits, type TurnId, type UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'

export type AskedQuestion = { turnId: TurnId; askerId: UserId; question: string }

/** Returns the beginnings of these turns' questions, without deleted and temporary chats, which are private to their owner. */
export async function questionsOfTurns(
  trx: TenantTransaction,
  accountId: AccountId,
  turnIds: readonly TurnId[],
): Promise<AskedQuestion[]> {
  if (turnIds.length === 0) return []
  const found = await sql<AskedQuestion>`
    select turn.id as "turnId", turn.asked_by as "askerId", left(message.text, ${limits.excerptCharacters}) as question
    from turn
    join chat on chat.account_id = turn.account_id and chat.id = turn.chat_id
    join message on message.account_id = turn.account_id and message.id = turn.question_message_id
    where turn.account_id = ${accountId} and turn.id = any(${[...turnIds]}::text[])
      and chat.deleted_at is null and not chat.is_temporary`.execute(trx)
  return found.rows
}
