import { countTokens, type PromptMessage, type ResolvedModel } from '../models/index.ts'
import { fail } from '../platform/failure.ts'
import { buildPrompt, type PromptMaterial } from './build-prompt.ts'
import { countPrompt } from './count-prompt.ts'
import { beforeQuestion, planSummary, promptAfter, type SummaryPlan } from './plan-summary.ts'
import type { Drawing } from './prepare-drawing.ts'

/** What goes to a model, and how long its answer may be. */
export type FittedPrompt = {
  /** Without the summary that is still to be written, where there is one. */
  prompt: PromptMessage[]
  /** With it, and with all that sources can take. */
  inputTokens: number
  /** Tokens that sources can take. */
  sourceTokens: number
  maxOutputTokens: number
  /** What is summarised before the question is asked; null where everything fits. */
  summary: SummaryPlan | null
}

type Fitting = {
  style: 'quick' | 'deep'
  /** Nothing may be summarised. */
  sendsAll: boolean
  /** Tokens that are not in the prompt yet. */
  furtherTokens?: number
  /** Tokens that sources would take: they get what the conversation leaves of them. */
  wantedForSources?: number
}

/** Of what a conversation leaves of a model's context, so much at most is for sources: an answer needs its room. */
const shareOfSources = 0.75

/** Tokens that an answer may have at most, if its model allows so many. */
const leastOutputTokens = 1024
export const mostOutputTokens = { quick: 8_192, deep: 24_576 }

/**
 * Fits a conversation to a model: as it is while it leaves room to answer, else with its oldest part as a summary. Throws
 * TOKEN_LIMIT_REACHED for what is too long even so.
 */
export function fitPrompt(
  material: PromptMaterial,
  model: ResolvedModel,
  { style, sendsAll, furtherTokens = 0, wantedForSources = 0 }: Fitting,
): FittedPrompt {
  const readable = readableBy(model, style)
  const summary = sendsAll ? null : planSummary(material, { readable, ...beforeQuestion })
  const prompt = summary ? promptAfter(summary, null) : buildPrompt(material)
  const withoutSources = countPrompt(prompt) + (summary?.summaryTokens ?? 0) + furtherTokens
  const left = Math.floor(Math.max(0, readable - withoutSources) * shareOfSources)
  const sourceTokens = Math.min(wantedForSources, left)
  const inputTokens = withoutSources + sourceTokens
  return {
    prompt,
    inputTokens,
    sourceTokens,
    maxOutputTokens: roomToAnswer(model, inputTokens, style),
    summary,
  }
}

/**
 * The same for what is to be drawn, which is told the end of a conversation alone: nothing is summarised for it. Throws
 * TOKEN_LIMIT_REACHED.
 */
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
    maxOutputTokens: roomToAnswer(model, inputTokens, style),
    summary: null,
  }
}

/** Tokens that a model can read and still answer. */
export const readableBy = (
  model: Pick<ResolvedModel, 'contextLimit' | 'maxOutputTokens'>,
  style: 'quick' | 'deep',
): number => model.contextLimit - Math.min(model.maxOutputTokens, mostOutputTokens[style], leastOutputTokens)

/** Tokens that the answer may have; refuses a conversation that leaves the model no room to answer. */
function roomToAnswer(model: ResolvedModel, inputTokens: number, style: 'quick' | 'deep'): number {
  const wanted = Math.min(model.maxOutputTokens, mostOutputTokens[style])
  const limit = readableBy(model, style)
  if (inputTokens > limit)
    fail('TOKEN_LIMIT_REACHED', { details: { tokens: inputTokens, limit, excess: inputTokens - limit } })
  return Math.min(wanted, model.contextLimit - inputTokens)
}
