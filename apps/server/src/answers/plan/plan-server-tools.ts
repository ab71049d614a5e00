import { limits } from '@atrium/contract'
import { countTokens, type ResolvedModel } from '../../models/index.ts'
import { serverToolRules } from '../tools/server-tool-prompt.ts'
import type { FittedPrompt } from './fit-prompt.ts'
import { type ServerToolsMaterial, tokensOf } from './gather-server-tools.ts'

/** What an answer may do with tools of connected servers. */
export type ServerToolsPlan = ServerToolsMaterial & {
  /** Maximum tokens of all results. */
  tokens: number
  /** Maximum input tokens of all calls of the model together: when they run out, the model has to answer. */
  totalInputTokens: number
}

/** Tokens wanted for results, where the model has space. */
const maxResultTokens = 10_000
/** With less, a call is not worth its price. */
const minResultTokens = 500
/** Calls whose input is paid for in any case; more fit when results are short. */
const pricedCalls = 5

/** Tokens of the rules and the offered tools, which are sent with every call. */
const overhead = ({ tools }: ServerToolsMaterial): number =>
  countTokens(serverToolRules) + tools.reduce((sum, { offer }) => sum + tokensOf(offer), 0)

/** Tokens wanted for tools, including the rules around them. */
export const tokensForServerTools = (material: ServerToolsMaterial): number =>
  overhead(material) + maxResultTokens

/** Maximum model calls for tools. */
export const maxServerToolCalls = limits.maxToolCalls

/** Divides the tokens for sources between tools and the rest, at least half of them for tools; null where they don't fit. */
export function planServerTools(
  material: ServerToolsMaterial,
  model: Pick<ResolvedModel, 'callsTools'>,
  { inputTokens, sourceTokens }: Pick<FittedPrompt, 'inputTokens' | 'sourceTokens'>,
  wantedForOthers: number,
): { serverTools: ServerToolsPlan; sourceTokens: number } | null {
  const mayCall = material.mayCall && model.callsTools
  if (!mayCall && material.found.length === 0) return null
  const wanted = Math.min(
    tokensForServerTools(material),
    Math.max(sourceTokens - wantedForOthers, Math.floor(sourceTokens / 2)),
  )
  const tokens = wanted - overhead(material)
  if (tokens < minResultTokens) return null
  const withoutResults = inputTokens - tokens
  const totalInputTokens = mayCall
    ? pricedCalls * withoutResults + Math.ceil((pricedCalls * tokens) / 2)
    : inputTokens
  return {
    serverTools: { ...material, mayCall, tokens, totalInputTokens },
    sourceTokens: sourceTokens - wanted,
  }
}
