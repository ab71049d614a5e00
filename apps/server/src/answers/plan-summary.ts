import type { BranchTurn } from '../chats/index.ts'
import type { PromptMessage } from '../models/index.ts'
import { buildPrompt, exchangeOf, type PromptMaterial } from './build-prompt.ts'
import { countPrompt } from './count-prompt.ts'

/** What is to be summarised, and what is sent as it was said. */
export type SummaryPlan = {
  /** The oldest turns, at least one. */
  turns: readonly BranchTurn[]
  /** Everything else; its `earlier` is the summary that the new one goes on from. */
  rest: PromptMaterial
  /** Tokens that the summary may have. */
  summaryTokens: number
}

type Measure = {
  /** Tokens that the model can read and still answer. */
  readable: number
  /** From this share of it on, something is summarised; with 0 always. */
  from: number
  /** About the share of it that the conversation takes afterwards. */
  to: number
}

/** Before a question: room for it and for some more. */
export const beforeQuestion = { from: 0.8, to: 0.5 }
/** On request: as small as makes sense. */
export const onRequest = { from: 0, to: 0.2 }

/** Tokens of the summary of a conversation for a model that can read so many. */
export const summaryTokensFor = (readable: number): number => Math.min(1_500, Math.ceil(readable / 10))

/**
 * Which of the oldest turns a summary should stand for, so that the conversation fits a model with room to spare: as few as that
 * takes. Null while it fits, and where there is no turn to summarise. The instructions and the question are never part of it.
 */
export function planSummary(material: PromptMaterial, { readable, from, to }: Measure): SummaryPlan | null {
  const { history } = material
  if (history.length === 0) return null
  const whole = countPrompt(buildPrompt(material))
  if (whole <= readable * from) return null
  const summaryTokens = summaryTokensFor(readable)
  const fixed = countPrompt(buildPrompt({ ...material, earlier: null, history: [] })) + summaryTokens
  const count = oldestBeyond(
    history.map((turn) => countPrompt(exchangeOf(turn, material))),
    readable * to - fixed,
  )
  return {
    turns: history.slice(0, count),
    rest: { ...material, history: history.slice(count) },
    summaryTokens,
  }
}

/** How many of the oldest have to go so that the others are within a budget; at least one. */
function oldestBeyond(tokens: readonly number[], budget: number): number {
  let kept = 0
  for (let left = budget, index = tokens.length - 1; index > 0; index -= 1) {
    left -= tokens[index] ?? 0
    if (left < 0) break
    kept += 1
  }
  return tokens.length - kept
}

/** The prompt that is sent once the summary is there; with null as if it took nothing. */
export const promptAfter = ({ rest }: SummaryPlan, earlier: PromptMaterial['earlier']): PromptMessage[] =>
  buildPrompt({ ...rest, earlier })
