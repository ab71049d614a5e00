import type { ResponseStyle } from '@atrium/contract'
import { sql } from 'kysely'
import type { Actor } from '../../chats/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { type AnswerLength, lengthOf } from './answer-length.ts'
import { type OutputRange, priorOf, quantileOf } from './output-prior.ts'

const maxSamples = 200
/** Number of the account's latest charges that are searched for samples: charges have an index by time, answers don't. */
const maxCharges = 2_000

/** Weight of the prior, as a number of answers: the more answers an account has, the less the prior counts. */
const priorWeight = 10
const priorSamples = 20
/** Weight of an answer of another length class, for example a report's for a summary. */
const weightOfOtherLength = 0.25

type Wanted = { modelId: string; reasoning: boolean; style: ResponseStyle; format: string }
type Answer = { tokens: number; format: string | null }

/** Estimates the output tokens of a model's next answer from its latest answers in the account and from recorded ones. */
export async function likelyOutput(
  trx: TenantTransaction,
  { accountId }: Actor,
  { modelId, reasoning, style, format }: Wanted,
): Promise<OutputRange> {
  const found = await sql<Answer>`
    select (usage->>'outputTokens')::int as tokens,
      coalesce(nullif(chat.modifiers->>'format', ''), room.modifiers->>'format') as format
    from (
      select turn_id, model_id, closed_at from credit_hold
      where account_id = ${accountId} and state = 'settled'
      order by closed_at desc limit ${maxCharges}) as charge
    join turn on turn.account_id = ${accountId} and turn.id = charge.turn_id
    join chat on chat.account_id = turn.account_id and chat.id = turn.chat_id
    join room on room.account_id = chat.account_id and room.id = chat.room_id
    where charge.model_id = ${modelId} and turn.style = ${style} and turn.state = 'answered' and turn.usage is not null
    order by charge.closed_at desc limit ${maxSamples}`.execute(trx)
  const length = lengthOf(format)
  return outputOf(
    found.rows.map((answer) => ({ tokens: answer.tokens, length: lengthOf(answer.format ?? '') })),
    { prior: priorOf({ reasoning, style, length }), length },
  )
}

/**
 * The range that contains the next answer with a probability of 90 %, and the median: weighted order statistics at 5 and 95 % of
 * the answers and the weighted prior, with one more for the next answer (split conformal prediction, Vovk 2005; weighted,
 * Tibshirani et al. 2019). Without answers, the prior.
 */
export function outputOf(
  answers: readonly { tokens: number; length: AnswerLength }[],
  { prior, length }: { prior: OutputRange; length: AnswerLength },
): OutputRange {
  if (answers.length === 0) return prior
  const sorted = [
    ...answers.map((answer) => ({
      tokens: answer.tokens,
      weight: answer.length === length ? 1 : weightOfOtherLength,
    })),
    ...Array.from({ length: priorSamples }, (_, index) => ({
      tokens: quantileOf(prior, (index + 0.5) / priorSamples),
      weight: priorWeight / priorSamples,
    })),
  ].toSorted((one, other) => one.tokens - other.tokens)
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0)
  const upTo = (wanted: number) => {
    let sum = 0
    return Math.round(
      sorted.find(({ weight }) => (sum += weight) >= wanted)?.tokens ?? sorted.at(-1)?.tokens ?? 0,
    )
  }
  const tail = 0.05 * (total + 1)
  return { low: upTo(tail), likely: upTo(total / 2), high: upTo(total - tail + 1e-9) }
}
