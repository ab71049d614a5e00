import { type FoundOnWeb, limits, type RoomId } from '@atrium/contract'
import { countTokens, type ResolvedModel } from '../../models/index.ts'
import { aroundWeb } from '../tools/web-prompt.ts'
import type { FittedPrompt } from './fit-prompt.ts'

/** What an answer may do on the web. */
export type WebPlan = {
  roomId: RoomId
  /** What an earlier writer of the answer, or the answer that it continues, found. It keeps its numbers. */
  found: FoundOnWeb | null
  /** False when it only continues a text, with what was found for it. */
  maySearch: boolean
  /** The question, to search for when a model calls no tools. */
  question: string
  /** Maximum tokens of one search's pages. */
  tokensPerSearch: number
  /** Maximum tokens of all searches' pages and of the rules around them. */
  tokens: number
  /** Maximum input tokens of all calls of the model together. */
  totalInputTokens: number
}

export type WebMaterial = Pick<WebPlan, 'roomId' | 'found' | 'maySearch' | 'question'>

/** Tokens of one search's pages, where the model has space. */
const maxTokensPerSearch = 3_000
/** Tokens of a tool's description and a call with its query. */
const tokensPerCall = 400

/** Tokens wanted for searches, including the rules around them. */
export const tokensForWeb = (): number =>
  countTokens(aroundWeb) + limits.maxWebSearches * (maxTokensPerSearch + tokensPerCall)

/** Maximum calls of the model: each search needs another one. */
export const maxModelCalls = (model: Pick<ResolvedModel, 'callsTools'>, maySearch: boolean): number =>
  model.callsTools && maySearch ? limits.maxWebSearches + 1 : 1

/**
 * Divides the tokens for sources between files and the web, at least half of them for the web, and counts the input of all calls.
 * Each call sends the conversation again, with what was found before it.
 */
export function planWeb(
  material: WebMaterial,
  model: Pick<ResolvedModel, 'callsTools'>,
  { inputTokens, sourceTokens }: Pick<FittedPrompt, 'inputTokens' | 'sourceTokens'>,
  wantedForFiles: number,
): { web: WebPlan; sourceTokens: number } {
  const forWeb = Math.min(
    tokensForWeb(),
    Math.max(sourceTokens - wantedForFiles, Math.floor(sourceTokens / 2)),
  )
  const perCall = Math.floor((forWeb - countTokens(aroundWeb)) / limits.maxWebSearches)
  const calls = maxModelCalls(model, material.maySearch)
  const withoutWeb = inputTokens - forWeb + countTokens(aroundWeb)
  const totalInputTokens =
    calls === 1
      ? inputTokens
      : calls * (withoutWeb + tokensPerCall) + (Math.max(0, perCall) * calls * (calls - 1)) / 2
  return {
    web: {
      ...material,
      tokensPerSearch: Math.max(100, perCall - tokensPerCall),
      tokens: forWeb,
      totalInputTokens,
    },
    sourceTokens: sourceTokens - forWeb,
  }
}
