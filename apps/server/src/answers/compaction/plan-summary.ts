import type { BranchTurn } from '../../chats/index.ts'
import type { PromptMessage } from '../../models/index.ts'
import { buildPrompt, exchangeOf, type PromptMaterial } from '../plan/build-prompt.ts'
import { countPrompt } from '../plan/count-prompt.ts'

/** The turns to summarize, and those to send unchanged. */
export type SummaryPlan = {
  /** The oldest turns, at least one. */
  turns: readonly BranchTurn[]
  /** Everything else; its `earlier` is the summary that the new one builds on. */
  rest: PromptMaterial
  /** Maximum tokens of the summary. */
  summaryTokens: number
}

type Measure = {
  /** Maximum input tokens that leave the model space to answer. */
  readable: number
  /** Summarizes from this share of the readable tokens on; 0: always. */
  from: number
  /** Target share of the readable tokens after summarizing. */
  to: number
}

/** Before a question: space for it and for some more. */
export const beforeQuestion = { from: 0.8, to: 0.5 }
/** On request: as small as makes sense. */
export const onRequest = { from: 0, to: 0.2 }

/** Maximum tokens of a summary for a model with this context window. */
export const summaryTokensFor = (readable: number): number => Math.min(1_500, Math.ceil(readable / 10))

/**
 * Chooses the oldest turns to summarize, as few as needed for the conversation to fit with space to spare. Returns null while it
 * fits, and where there is no turn to summarize. Instructions and question are never summarized.
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

/** How many of the oldest turns must go for the others to fit a budget; at least one. */
function oldestBeyond(tokens: readonly number[], budget: number): number {
  let kept = 0
  for (let left = budget, index = tokens.length - 1; index > 0; index -= 1) {
    left -= tokens[index] ?? 0
    if (left < 0) break
    kept += 1
  }
  return tokens.length - kept
}

/** The prompt to send once the summary exists; null counts as an empty one. */
export const promptAfter = ({ rest }: SummaryPlan, earlier: PromptMaterial['earlier']): PromptMessage[] =>
  buildPrompt({ ...rest, earlier })
