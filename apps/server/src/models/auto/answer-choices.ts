import type { AccountId, AnswerChoice, TurnId } from '@atrium/contract'
import { sql } from 'kysely'
import { jsonText, type Statement, statement, type TenantTransaction } from '../../platform/database/index.ts'
import type { AutoDecision } from './auto-decision.ts'

export type ChoiceToKeep = {
  accountId: AccountId
  turnId: TurnId
  shownChoice: AnswerChoice
  /** How Auto decided; null when a person chose. If omitted, the stored one stays. */
  decision?: AutoDecision | null
}

/** Stores how the model of an answer was chosen, in the transaction that opens the turn, and again when a model failed. */
export const keepChoice = ({ accountId, turnId, shownChoice, decision }: ChoiceToKeep): Statement =>
  statement(sql`
    insert into answer_choice (account_id, turn_id, told, decision)
    values (${accountId}, ${turnId}, ${jsonText(shownChoice)}::jsonb, ${decision ? jsonText(decision) : null}::jsonb)
    on conflict (account_id, turn_id) do update set told = excluded.told`)

/** Returns how the models of these answers were chosen, as readers see it; nothing for models chosen by a person. */
export async function choicesOf(
  trx: TenantTransaction,
  accountId: AccountId,
  turnIds: readonly TurnId[],
): Promise<Map<TurnId, AnswerChoice>> {
  if (turnIds.length === 0) return new Map()
  const { rows } = await sql<{ turn_id: TurnId; shownChoice: AnswerChoice }>`
    select turn_id, told as "shownChoice" from answer_choice
    where account_id = ${accountId} and turn_id = any(${turnIds})`.execute(trx)
  return new Map(rows.map((row) => [row.turn_id, row.shownChoice]))
}

/** Copies the choices to copied answers. Auto's decision stays with the original, so that it counts once. */
export async function copyChoices(
  trx: TenantTransaction,
  accountId: AccountId,
  copies: readonly { from: TurnId; to: TurnId }[],
): Promise<void> {
  await sql`
    insert into answer_choice (account_id, turn_id, decided_at, told)
    select ${accountId}, copy."to", choice.decided_at, choice.told
    from jsonb_to_recordset(${jsonText(copies)}::jsonb) as copy ("from" text, "to" text)
    join answer_choice as choice on choice.account_id = ${accountId} and choice.turn_id = copy."from"`.execute(
    trx,
  )
}
