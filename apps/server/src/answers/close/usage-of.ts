import { type AnswerPart, answerText, type TokenUsage } from '@atrium/contract'
import { countTokens } from '../../models/index.ts'
import { continuationOf } from '../plan/build-prompt.ts'
import type { AnswerOutcome } from '../write/answer-to-write.ts'
import { countPrompt } from '../plan/count-prompt.ts'
import type { AnswerToWrite } from '../write/answer-to-write.ts'

type Written = Pick<AnswerToWrite, 'writtenBefore' | 'handedOver'>

/**
 * Returns the tokens to charge for an answer; null when it is free. Uses the provider's count, or an estimate where there is none. An
 * interrupted answer never costs more than the whole answer: since an estimate can exceed the provider's final count (another tokenizer,
 * cached input, reasoning counted outside the output), it costs the provider's count or nothing.
 */
export function usageOf(
  { inputTokens, ...written }: Written & Pick<AnswerToWrite, 'inputTokens'>,
  { state, errorCode, usage }: Pick<AnswerOutcome, 'state' | 'errorCode' | 'usage'>,
  parts: readonly AnswerPart[],
): TokenUsage | null {
  const text = answerText(parts).slice(written.writtenBefore.length)
  const reasoning = parts
    .filter((part) => part.type === 'reasoning')
    .map((part) => part.text)
    .join('')
  const hasOutput = text !== '' || (state === 'stopped' && reasoning !== '')
  if (!hasOutput) return null
  const isBrokenOff = state === 'failed' || (state === 'interrupted' && errorCode !== 'ANSWER_TOO_LONG')
  const reasoningTokens = countTokens(reasoning)
  const promptTokens = Math.max(0, inputTokens - repeatedTokens(written))
  if (usage && !written.handedOver?.text) return usage
  const outputTokens = countTokens(text) + reasoningTokens
  const earlierTokens = writtenTokens(written)
  if (usage) return withEarlier(usage, { sentTokens: inputTokens, promptTokens, earlierTokens, outputTokens })
  if (isBrokenOff) return null
  return {
    inputTokens: promptTokens,
    cachedInputTokens: 0,
    outputTokens,
    reasoningTokens,
    estimated: true,
  }
}

/** Tokens of the text that an earlier process wrote in the same turn. */
export const writtenTokens = ({ writtenBefore, handedOver }: Written): number =>
  handedOver?.text ? countTokens(handedOver.text.slice(writtenBefore.length)) : 0

/** Prompt tokens that were sent again only because of the handover. */
const repeatedTokens = ({ writtenBefore, handedOver }: Written): number =>
  handedOver?.text
    ? countPrompt(continuationOf(handedOver.text)) - countPrompt(continuationOf(writtenBefore))
    : 0

/**
 * Returns the usage of one answer that several processes wrote: counts its prompt once, and each piece of its text once. The provider
 * counted the last call; the rest is estimated by the ratio of its prompt count to ours.
 */
function withEarlier(
  usage: TokenUsage,
  counted: { sentTokens: number; promptTokens: number; earlierTokens: number; outputTokens: number },
): TokenUsage {
  const ratio = Math.min(1, usage.inputTokens / counted.sentTokens)
  const inputTokens = Math.floor((usage.inputTokens * counted.promptTokens) / counted.sentTokens)
  const together = usage.outputTokens + Math.floor(counted.earlierTokens * ratio)
  return {
    inputTokens,
    cachedInputTokens: Math.min(usage.cachedInputTokens, inputTokens),
    outputTokens: Math.max(usage.outputTokens, Math.min(together, counted.outputTokens)),
    reasoningTokens: usage.reasoningTokens,
    estimated: true,
  }
}
