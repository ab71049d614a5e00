import type { Conversation, Turn } from './conversation.ts'

/** Token counts of one answer. Cached tokens are part of the input, reasoning tokens part of the output. */
export interface Usage {
  inputTokens: number
  cachedTokens: number
  outputTokens: number
  reasoningTokens: number
}

const tokensOfAnImage = 256
const cacheBlock = 128

/**
 * Counts tokens of a growing text: four characters are one token, and so is each Chinese, Japanese or Korean character. Code points, not
 * UTF-16 units. The count of a whole text does not depend on how it was split.
 */
export class TokenMeter {
  #wide = 0
  #narrow = 0

  add(text: string): void {
    for (const character of text) {
      if (isWide(character.codePointAt(0) ?? 0)) this.#wide++
      else this.#narrow++
    }
  }

  get tokens(): number {
    return this.#wide + Math.ceil(this.#narrow / 4)
  }
}

function isWide(codePoint: number): boolean {
  return (
    codePoint >= 0x2e80 &&
    (codePoint <= 0x9fff ||
      (codePoint >= 0xac00 && codePoint <= 0xd7af) ||
      (codePoint >= 0xf900 && codePoint <= 0xfaff) ||
      codePoint >= 0x20000) &&
    codePoint < 0x30000
  )
}

/** Tokens of a whole text. */
export function countTokens(text: string): number {
  const meter = new TokenMeter()
  meter.add(text)
  return meter.tokens
}

/**
 * Tokens of a prompt. In a conversation that already has an answer, everything before the last question counts as
 * read from the cache, in whole blocks of 128 as vendors do; so the figures depend on the request alone.
 */
export function promptUsage(conversation: Conversation): Pick<Usage, 'inputTokens' | 'cachedTokens'> {
  const lastQuestion = conversation.turns.findLastIndex((turn) => turn.role === 'user')
  const before =
    countTokens(conversation.instructions) + sum(conversation.turns.slice(0, Math.max(lastQuestion, 0)))
  const rest = sum(conversation.turns.slice(Math.max(lastQuestion, 0)))
  const goesOn = conversation.turns.some((turn) => turn.role === 'assistant')
  return {
    inputTokens:
      before + rest + conversation.toolResults.reduce((total, text) => total + countTokens(text), 0),
    cachedTokens: goesOn ? Math.floor(before / cacheBlock) * cacheBlock : 0,
  }
}

function sum(turns: Turn[]): number {
  return turns.reduce((total, turn) => total + countTokens(turn.text) + turn.images * tokensOfAnImage, 0)
}
