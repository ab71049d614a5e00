import type { AccountId, AnswerChoice, TurnId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import type { AutoDecision } from './auto-decision.ts'

export type ChoiceToKeep = {
  accountId: AccountId
  turnId: TurnId
  told: AnswerChoice
  /** How Auto decided; null when a person chose. Left out, what is kept of it stays. */
  decision?: AutoDecision | null
}

/** Keeps how the model of an answer was chosen, in the transaction that opens the turn, and again when a model failed. */
export async function keepChoice(
  trx: TenantTransaction,
  { accountId, turnId, told, decision }: ChoiceToKeep,
): Promise<void> {
  await sql`
    insert into answer_choice (account_id, turn_id, told, decision)
    values (${accountId}, ${turnId}, ${JSON.stringify(told)}::jsonb, ${decision ? JSON.stringify(decision) : null}::jsonb)
    on conflict (account_id, turn_id) do update set told = excluded.told`.execute(trx)
}

/** What readers of these answers are told of how their models were chosen; nothing for those that a person's model answered. */
export async function choicesOf(
  trx: TenantTransaction,
  accountId: AccountId,
  turnIds: readonly TurnId[],
): Promise<Map<TurnId, AnswerChoice>> {
  if (turnIds.length === 0) return new Map()
  const { rows } = await sql<{ turn_id: TurnId; told: AnswerChoice }>`
    select turn_id, told from answer_choice
    where account_id = ${accountId} and turn_id = any(${turnIds})`.execute(trx)
  return new Map(rows.map((row) => [row.turn_id, row.told]))
}
