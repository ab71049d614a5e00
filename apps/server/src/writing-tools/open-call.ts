import {
  AUTO_MODEL_ID,
  type ChatId,
  limits,
  type RoomId,
  type ShapingId,
  type TurnId,
} from '@atrium/contract'
import { sql } from 'kysely'
import { holdCredits, maxCostOf } from '../credits/index.ts'
import {
  countTokens,
  type Models,
  defaultModelPreferences,
  type PromptMessage,
  type ResolvedModel,
  modelPreferencesOf,
} from '../models/index.ts'
import { advisoryLock, isUniqueViolation, type TenantTransaction } from '../platform/database/index.ts'
import { fail, Failure } from '../platform/failure.ts'
import type { Member } from '../platform/http/guards.ts'
import { modelsAllowedIn, modelsIn, refuseModel } from '../rooms/index.ts'
import type { WritingToolsPorts } from './ports.ts'

type CallToOpen = {
  shapingId: ShapingId
  kind: 'magic-write' | 'custom-prompt' | 'followups' | 'canvas-suggestion' | 'canvas-question'
  turnId: TurnId | null
  /** The room of the call; null for none. */
  roomId: RoomId | null
  modelId: string
  prompt: PromptMessage[]
  /** Maximum tokens of the text, if the model allows so many. */
  outputTokenLimit: number
}

/** An accepted call with its hold. */
export type OpenCall = Pick<CallToOpen, 'shapingId' | 'prompt'> & {
  member: Member
  model: ResolvedModel
  inputTokens: number
  maxOutputTokens: number
}

/**
 * Opens the call with a hold for its maximum cost, in the transaction that checked the member's permission, or does neither.
 * Throws RATE_LIMITED, MODEL_NOT_AVAILABLE, MODEL_NOT_ALLOWED_IN_ROOM, NO_MODEL_ALLOWED_IN_ROOM, TOKEN_LIMIT_REACHED,
 * NOT_ENOUGH_CREDITS, CREDITS_EXHAUSTED.
 */
export async function openCall(
  trx: TenantTransaction,
  ports: Pick<WritingToolsPorts, 'models'>,
  member: Member,
  call: CallToOpen,
): Promise<OpenCall> {
  return await beginCall(trx, member, {
    ...call,
    chatId: null,
    ...(await planCall(trx, ports, member, call)),
  })
}

export type PlannedCall = Pick<OpenCall, 'model' | 'inputTokens' | 'maxOutputTokens'>

/** Chooses the model of a call, and counts its tokens. Writes nothing. Throws what `openCall` throws because of these. */
export async function planCall(
  trx: TenantTransaction,
  { models }: Pick<WritingToolsPorts, 'models'>,
  member: Member,
  call: Pick<CallToOpen, 'prompt' | 'modelId' | 'roomId' | 'outputTokenLimit'>,
): Promise<PlannedCall> {
  const { userId } = member
  const inputTokens = call.prompt.reduce((sum, { text }) => sum + countTokens(text) + 4, 0)
  const { preference, modelIds } =
    call.modelId === AUTO_MODEL_ID ? await modelPreferencesOf(trx, userId) : defaultModelPreferences
  const room = await modelsIn(trx, member, call.roomId)
  const request = {
    style: 'quick' as const,
    inputTokens,
    preference,
    autoModelIds: modelIds,
    allowedModelIds: modelsAllowedIn(room),
  }
  const { model } = resolveWriting(models, call.modelId, request) ?? refuseModel(room, call.modelId)
  const maxOutputTokens = Math.min(call.outputTokenLimit, model.maxOutputTokens)
  const limit = model.contextLimit - maxOutputTokens
  if (inputTokens > limit)
    fail('TOKEN_LIMIT_REACHED', { details: { tokens: inputTokens, limit, excess: inputTokens - limit } })
  return { model, inputTokens, maxOutputTokens }
}

type CallToBegin = Pick<CallToOpen, 'shapingId' | 'turnId' | 'prompt' | 'roomId'> & {
  kind: CallToOpen['kind'] | 'summary'
  /** The chat in which no other summary may run meanwhile. */
  chatId: ChatId | null
  model: ResolvedModel
  inputTokens: number
  maxOutputTokens: number
}

/** Stores the call and holds its maximum cost. Throws RATE_LIMITED, NOT_ENOUGH_CREDITS, CREDITS_EXHAUSTED. */
export async function beginCall(
  trx: TenantTransaction,
  member: Member,
  { shapingId, kind, turnId, chatId, roomId, prompt, model, inputTokens, maxOutputTokens }: CallToBegin,
): Promise<OpenCall> {
  const { accountId, userId } = member
  await refuseTooMany(trx, member)
  await sql`
    insert into shaping_call (account_id, id, user_id, kind, turn_id, chat_id, model_id)
    values (${accountId}, ${shapingId}, ${userId}, ${kind}, ${turnId}, ${chatId}, ${model.modelId})`.execute(
    trx,
  )
  const amountMilli = maxCostOf(model.price, { inputTokens, maxOutputTokens })
  const held = await holdCredits(trx, {
    accountId,
    userId,
    turnId: shapingId,
    amountMilli,
    kind: 'shaping',
    roomId,
  })
  if (held.outcome === 'short')
    fail(held.availableMilli <= 0 ? 'CREDITS_EXHAUSTED' : 'NOT_ENOUGH_CREDITS', {
      details: { needed: amountMilli / 1000, available: held.availableMilli / 1000 },
    })
  return { shapingId, prompt, member, model, inputTokens, maxOutputTokens }
}

/** The requested model; for a picture model, a text model instead. */
function resolveWriting(models: Models, modelId: string, request: Parameters<Models['resolve']>[1]) {
  const resolution = models.resolve(modelId, request)
  if (!resolution?.model.pictures) return resolution
  const chosen = models.resolve(AUTO_MODEL_ID, request)
  return chosen?.model.pictures ? null : chosen
}

/** Browsers choose the ids: an existing one is another call, or an unfinished one for the same answer or chat. */
export const refusalOf = (error: unknown): unknown =>
  isUniqueViolation(error)
    ? new Failure(
        /shaping_call_(followups|summary)/.test(String(error)) ? 'CONFLICT' : 'IDEMPOTENCY_KEY_REUSED',
        {
          cause: error,
        },
      )
    : error

/** Counts a person's calls one after another, so that concurrent ones can't exceed the limit together. */
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
