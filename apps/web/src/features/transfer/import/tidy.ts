import { type ImportedChat, type ImportedTurn, limits, storable } from '@atrium/contract'
import type { SkipReason } from './import-types.ts'

const breaksALine = /[\p{Cc}\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A storable text from a file; other values become an empty text. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? storable(value) : '')

/** A single line with a maximum number of characters. */
export const line = (text: string, most: number): string =>
  storable(text)
    .replaceAll(breaksALine, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()
    .trim()

/** A time in the server's format; null if invalid. */
export function moment(value: unknown): string | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const date = new Date(value)
  const year = date.getUTCFullYear()
  return Number.isNaN(date.getTime()) || year < 1970 || year > 9999 ? null : date.toISOString()
}

/** Why the server would refuse a chat, if it would. */
export function faultOf({ turns }: ImportedChat): SkipReason | null {
  if (turns.length === 0) return 'empty'
  if (turns.length > limits.maxImportedTurns || turns.some(isTooLong)) return 'tooLong'
  return sizeOf(turns) > limits.importBodyBytes * 0.9 ? 'tooLong' : null
}

const isTooLong = ({ question, answer, reasoning }: ImportedTurn) =>
  question.length > limits.questionCharacters ||
  answer.length > limits.importedAnswerCharacters ||
  reasoning.length > limits.importedAnswerCharacters

const sizeOf = (turns: readonly ImportedTurn[]) => new TextEncoder().encode(JSON.stringify(turns)).length
