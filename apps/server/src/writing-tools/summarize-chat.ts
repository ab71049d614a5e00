import { type ChatSummary, mintId, type TokenUsage } from '@atrium/contract'
import {
  type AnswerPorts,
  maxSummaryTokens,
  planChatSummary,
  writeSummary,
  type SummaryRequest,
  summaryWriter,
} from '../answers/index.ts'
import { notifyChat, requireChat, sendEverything, summariesOf } from '../chats/index.ts'
import { ProviderFault } from '../models/index.ts'
import { inTenant } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Member } from '../platform/http/guards.ts'
import { closeCall } from './close-call.ts'
import { beginCall, type OpenCall, refusalOf } from './open-call.ts'
import type { WritingToolsPorts } from './ports.ts'

/** Time limit of the model, in milliseconds. */
const timeoutMs = 120_000

/**
 * Summarizes the older part of a branch on its owner's request, and sends summaries from then on. Charges the model's usage, also
 * for pieces that are kept when a later one fails. Returns null when there is nothing to summarize. Throws SUMMARY_FAILED, and
 * CONFLICT while another summary of the chat is being written.
 */
export async function summarizeChat(
  ports: WritingToolsPorts,
  answers: AnswerPorts,
  member: Member,
  asked: SummaryRequest,
): Promise<ChatSummary | null> {
  const opened = await open(ports, answers, member, asked)
  if (!opened) return null
  const ending = new AbortController()
  const work = write(ports, answers, opened, {
    asked,
    signal: AbortSignal.any([ending.signal, AbortSignal.timeout(timeoutMs)]),
  })
  const done = work.finally(() => ports.running.delete(done))
  ports.running.set(done, () => ending.abort())
  await done
  const lastTurnId = opened.plan.turns.at(-1)?.turnId
  const kept = await inTenant(ports.database, member, async (trx) => {
    // The chat may have been left or deleted meanwhile.
    await requireChat(trx, member, asked.chatId, 'ask')
    await sendEverything(trx, member.accountId, asked.chatId, false)
    return await summariesOf(trx, member.accountId, asked.chatId)
  })
  notifyChat(answers, member, asked.chatId, { type: 'chat-changed', chatId: asked.chatId })
  return kept.find(({ turnId }) => turnId === lastTurnId) ?? null
}

type Opened = NonNullable<Awaited<ReturnType<typeof planChatSummary>>> & { call: OpenCall }

async function open(
  ports: WritingToolsPorts,
  answers: AnswerPorts,
  member: Member,
  asked: SummaryRequest,
): Promise<Opened | null> {
  try {
    return await inTenant(ports.database, member, async (trx) => {
      const found = await planChatSummary(trx, answers, member, asked)
      if (!found) return null
      const model = summaryWriter(answers, { ...found, answeredBy: found.model })
      const { turns, summaryTokens, rest } = found.plan
      const tokens = maxSummaryTokens(model, { turns, summaryTokens, earlier: rest.earlier })
      const call = await beginCall(trx, member, {
        shapingId: mintId('shaping'),
        kind: 'summary',
        turnId: null,
        chatId: asked.chatId,
        roomId: found.roomId,
        model,
        prompt: [],
        ...tokens,
      })
      return { ...found, call }
    })
  } catch (error) {
    throw refusalOf(error)
  }
}

/** Writes the summary and settles its cost. */
async function write(
  ports: WritingToolsPorts,
  answers: AnswerPorts,
  { plan, model, allowedModelIds, call }: Opened,
  { asked, signal }: { asked: SummaryRequest; signal: AbortSignal },
): Promise<void> {
  let usage: TokenUsage | null = null
  const ended = { text: '', isCut: false }
  try {
    await writeSummary(answers, call.member, {
      chatId: asked.chatId,
      turns: plan.turns,
      earlier: plan.rest.earlier,
      answeredBy: model,
      allowedModelIds,
      summaryTokens: plan.summaryTokens,
      signal,
      onUsage: (took) => (usage = usage ? sum(usage, took) : took),
    })
  } catch (error) {
    const fault = error instanceof ProviderFault ? error : null
    const { retryAfterSeconds = null } = fault ?? {}
    await closeCall(ports, call, {
      ...ended,
      state: 'failed',
      errorCode: 'SUMMARY_FAILED',
      retryAfterSeconds,
      usage,
    })
    if (fault || signal.aborted) return fail('SUMMARY_FAILED', { cause: error })
    throw error
  }
  await closeCall(ports, call, {
    ...ended,
    state: 'finished',
    errorCode: null,
    retryAfterSeconds: null,
    usage,
  })
}

const sum = (one: TokenUsage, other: TokenUsage): TokenUsage => ({
  inputTokens: one.inputTokens + other.inputTokens,
  cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
  reasoningTokens: one.reasoningTokens + other.reasoningTokens,
  estimated: one.estimated || other.estimated,
})
