import type { AccountId, ChatId, TurnOutline } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { comparisonOfTurn } from '../turns/comparisons.ts'

/** Characters of a question in the outline. */
const outlineCharacters = 120

/** Returns every turn of a chat in the order of asking, without texts. */
export async function outlineOf(
  trx: TenantTransaction,
  accountId: AccountId,
  chatId: ChatId,
): Promise<TurnOutline[]> {
  const found = await sql<TurnOutline>`
    select turn.id as "turnId", turn.parent_turn_id as "parentTurnId", turn.position, turn.question_message_id as "messageId",
      left(message.text, ${outlineCharacters}) as words, turn.state, turn.continues_turn_id as "continuesTurnId", turn.rating,
      ${comparisonOfTurn} as comparison,
      turn.state = 'failed' and not jsonb_path_exists(turn.parts, '$[*] ? (@.type == "picture" || exists(@.text) && @.text != "")') as "isBlank"
    from turn join message on message.account_id = turn.account_id and message.id = turn.question_message_id
    where turn.account_id = ${accountId} and turn.chat_id = ${chatId}
    order by turn.position`.execute(trx)
  return found.rows
}
