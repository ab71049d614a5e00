import { AUTO_MODEL_ID, limits, type RoomId, type ShapingId, type TurnId } from '@atrium/contract'
import { sql } from 'kysely'
import { holdCredits, mostItCanCost } from '../credits/index.ts'
import {
  countTokens,
  type Models,
  noWishes,
  type PromptMessage,
  type ResolvedModel,
  wishesOf,
} from '../models/index.ts'
import { advisoryLock, isUniqueViolation, type TenantTransaction } from '../platform/database/index.ts'
import { fail, Failure } from '../platform/failure.ts'
import type { Member } from '../platform/http/guards.ts'
import { modelsAllowedIn, modelsIn, refuseModel } from '../rooms/index.ts'
import type { ShapingPorts } from './ports.ts'

type CallToOpen = {
  shapingId: ShapingId
  kind: 'magic-write' | 'custom-prompt' | 'followups'
  turnId: TurnId | null
  /** The room that it belongs to; null for none. */
  roomId: RoomId | null
  modelId: string
  prompt: PromptMessage[]
  /** Tokens that the text may have, if its model allows so many. */
  mostOutputTokens: number
}

/** A call that is accepted and held for. */
export type OpenCall = Pick<CallToOpen, 'shapingId' | 'prompt'> & {
  member: Member
  model: ResolvedModel
  inputTokens: number
  maxOutputTokens: number
}

/**
 * In the transaction that asked whether the member may: the call and the hold for the most that it can cost, or nothing of both.
 * Throws RATE_LIMITED, MODEL_NOT_AVAILABLE, MODEL_NOT_ALLOWED_IN_ROOM, NO_MODEL_ALLOWED_IN_ROOM, TOKEN_LIMIT_REACHED, NOT_ENOUGH_CREDITS, CREDITS_EXHAUSTED.
 */
export async function openCall(
  trx: TenantTransaction,
  { models }: Pick<ShapingPorts, 'models'>,
  member: Member,
  call: CallToOpen,
): Promise<OpenCall> {
  const { accountId, userId } = member
  const inputTokens = call.prompt.reduce((sum, { text }) => sum + countTokens(text) + 4, 0)
  const { preference, modelIds } = call.modelId === AUTO_MODEL_ID ? await wishesOf(trx, userId) : noWishes
  const room = await modelsIn(trx, member, call.roomId)
  const request = {
    style: 'quick' as const,
    inputTokens,
    preference,
    autoModelIds: modelIds,
    allowedModelIds: modelsAllowedIn(room),
  }
  const { model } = resolveWriting(models, call.modelId, request) ?? refuseModel(room, call.modelId)
  const maxOutputTokens = Math.min(call.mostOutputTokens, model.maxOutputTokens)
  const limit = model.contextLimit - maxOutputTokens
  if (inputTokens > limit)
    fail('TOKEN_LIMIT_REACHED', { details: { tokens: inputTokens, limit, excess: inputTokens - limit } })
  await refuseTooMany(trx, member)
  await sql`
    insert into shaping_call (account_id, id, user_id, kind, turn_id, model_id)
    values (${accountId}, ${call.shapingId}, ${userId}, ${call.kind}, ${call.turnId}, ${model.modelId})`.execute(
    trx,
  )
  const amountMilli = mostItCanCost(model.price, { inputTokens, maxOutputTokens })
  const held = await holdCredits(trx, { accountId, userId, turnId: call.shapingId, amountMilli })
  if (held.outcome === 'short')
    fail(held.availableMilli <= 0 ? 'CREDITS_EXHAUSTED' : 'NOT_ENOUGH_CREDITS', {
      details: { needed: amountMilli / 1000, available: held.availableMilli / 1000 },
    })
  return { shapingId: call.shapingId, prompt: call.prompt, member, model, inputTokens, maxOutputTokens }
}

/** The model that is asked for; in place of one that makes pictures, one that writes. */
function resolveWriting(models: Models, modelId: string, request: Parameters<Models['resolve']>[1]) {
  const resolution = models.resolve(modelId, request)
  if (!resolution?.model.pictures) return resolution
  const chosen = models.resolve(AUTO_MODEL_ID, request)
  return chosen?.model.pictures ? null : chosen
}

/** The ids come from browsers: what is there already is another call, or one for the same answer that is not done yet. */
export const refusalOf = (error: unknown): unknown =>
  isUniqueViolation(error)
    ? new Failure(String(error).includes('shaping_call_followups') ? 'CONFLICT' : 'IDEMPOTENCY_KEY_REUSED', {
        cause: error,
      })
    : error

/** One person's calls are counted one after another, so that many at once do not slip through together. */
async function refuseTooMany(trx: TenantTransaction, { accountId, userId }: Member): Promise<void> {
  await advisoryLock(trx, `shaping ${userId}`)
  const found = await sql<{ recent: number; open: number }>`
    select count(*)::int as recent, (count(*) filter (where state = 'open'))::int as open from shaping_call
    where account_id = ${accountId} and user_id = ${userId} and started_at > now() - interval '1 minute'`.execute(
    trx,
  )
  const { recent = 0, open = 0 } = found.rows[0] ?? {}
  if (open >= limits.shapingCallsAtOnce) fail('RATE_LIMITED', { retryAfterSeconds: 5 })
  if (recent >= limits.shapingCallsPerMinute) fail('RATE_LIMITED', { retryAfterSeconds: 60 })
}
