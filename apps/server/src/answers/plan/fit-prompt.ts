import { countTokens, type PromptMessage, type ResolvedModel } from '../../models/index.ts'
import { fail } from '../../platform/failure.ts'
import { buildPrompt, type PromptMaterial } from './build-prompt.ts'
import { countPrompt } from './count-prompt.ts'
import { beforeQuestion, planSummary, promptAfter, type SummaryPlan } from '../compaction/plan-summary.ts'
import type { Drawing } from './prepare-drawing.ts'

/** The prompt for a model, and the limit of its answer. */
export type FittedPrompt = {
  /** Without the summary that is still to be written, if any. */
  prompt: PromptMessage[]
  /** Including the summary and the maximum for sources. */
  inputTokens: number
  /** Maximum tokens for sources. */
  sourceTokens: number
  maxOutputTokens: number
  /** The summary to write before asking; null where everything fits. */
  summary: SummaryPlan | null
}

type Fitting = {
  style: 'quick' | 'deep'
  /** True when nothing may be summarized. */
  sendsAll: boolean
  /** Tokens wanted for sources: they get what the conversation leaves. */
  wantedForSources?: number
  /** When and how far to summarize. */
  compaction?: typeof beforeQuestion
}

/** Maximum share of the remaining context for sources: the answer needs space too. */
const shareOfSources = 0.75

/** Reserved output tokens, if the model allows so many. */
const minOutputTokens = 1024
export const outputTokenLimit = { quick: 8_192, deep: 24_576 }

/**
 * Fits a conversation to a model: unchanged while it leaves space for an answer, else with its oldest part as a summary. Throws
 * TOKEN_LIMIT_REACHED if it is too long even then.
 */
export function fitPrompt(
  material: PromptMaterial,
  model: ResolvedModel,
  { style, sendsAll, wantedForSources = 0, compaction = beforeQuestion }: Fitting,
): FittedPrompt {
  const readable = readableBy(model, style)
  const summary = sendsAll ? null : planSummary(material, { readable, ...compaction })
  const prompt = summary ? promptAfter(summary, null) : buildPrompt(material)
  const withoutSources = countPrompt(prompt) + (summary?.summaryTokens ?? 0)
  const left = Math.floor(Math.max(0, readable - withoutSources) * shareOfSources)
  const sourceTokens = Math.min(wantedForSources, left)
  const inputTokens = withoutSources + sourceTokens
  return {
    prompt,
    inputTokens,
    sourceTokens,
    maxOutputTokens: outputCapacity(model, inputTokens, style),
    summary,
  }
}

/** The same for pictures, which get only the end of a conversation and no summary. Throws TOKEN_LIMIT_REACHED. */
export function fitDrawing(
  drawing: Pick<Drawing, 'prompt'>,
  prompt: PromptMessage[],
  model: ResolvedModel,
  style: 'quick' | 'deep',
): FittedPrompt {
  const inputTokens = countTokens(drawing.prompt)
  return {
    prompt,
    inputTokens,
    sourceTokens: 0,
    maxOutputTokens: outputCapacity(model, inputTokens, style),
    summary: null,
  }
}

/** Maximum input tokens that leave a model space to answer. */
export const readableBy = (
  model: Pick<ResolvedModel, 'contextLimit' | 'maxOutputTokens'>,
  style: 'quick' | 'deep',
): number => model.contextLimit - Math.min(model.maxOutputTokens, outputTokenLimit[style], minOutputTokens)

/** Maximum output tokens; refuses a conversation that leaves the model no space to answer. */
function outputCapacity(model: ResolvedModel, inputTokens: number, style: 'quick' | 'deep'): number {
  const wanted = Math.min(model.maxOutputTokens, outputTokenLimit[style])
  const limit = readableBy(model, style)
  if (inputTokens > limit)
    fail('TOKEN_LIMIT_REACHED', { details: { tokens: inputTokens, limit, excess: inputTokens - limit } })
  return Math.min(wanted, model.contextLimit - inputTokens)
}
