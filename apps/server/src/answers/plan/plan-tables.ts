import { limits } from '@atrium/contract'
import { countTokens } from '../../models/index.ts'
import { tableRules } from '../tools/table-prompt.ts'
import type { FittedPrompt } from './fit-prompt.ts'
import type { TablesMaterial } from './gather-tables.ts'

/** What an answer may do with spreadsheets. */
export type TablesPlan = Omit<TablesMaterial, 'search' | 'isNamed'> & {
  /** Maximum tokens of all results and of the rules around them. */
  tokens: number
  /** Maximum input tokens of all calls of the model together: when they run out, the model has to answer. */
  totalInputTokens: number
}

/** Tokens wanted for descriptions and results, where the model has space. */
const maxResultTokens = 12_000
/** Calls whose input is paid for in any case; more fit when results are short. */
const pricedCalls = 8

/** Maximum model calls for tables: its queries, and calls to list and describe. */
export const maxTableCalls = limits.maxTableQueries + 4

/** Tokens wanted for tables, including the rules around them. */
export const tokensForTables = (): number => countTokens(tableRules) + maxResultTokens

/** Divides the tokens for sources between tables and the rest, at least half of them for tables. */
export function planTables(
  { search: _search, isNamed: _isNamed, ...material }: TablesMaterial,
  { inputTokens, sourceTokens }: Pick<FittedPrompt, 'inputTokens' | 'sourceTokens'>,
  wantedForOthers: number,
): { tables: TablesPlan; sourceTokens: number } {
  const tokens = Math.min(
    tokensForTables(),
    Math.max(sourceTokens - wantedForOthers, Math.floor(sourceTokens / 2)),
  )
  const withoutTables = inputTokens - tokens
  const totalInputTokens = material.mayQuery
    ? pricedCalls * (withoutTables + countTokens(tableRules)) + Math.ceil((pricedCalls * tokens) / 2)
    : inputTokens
  return { tables: { ...material, tokens, totalInputTokens }, sourceTokens: sourceTokens - tokens }
}
