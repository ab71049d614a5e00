import type { Language } from '../language/languages.ts'
import { termsOf } from '../language/words.ts'
import type { Block } from './blocks.ts'

/**
 * Scores blocks by how often their terms occur in the whole text, over the square root of their length, so that long ones are not
 * preferred; the first one counts a quarter more (Luhn 1958).
 */
function scoresOf(blocks: Block[], language: Language): Map<Block, number> {
  const termsOfBlock = new Map(blocks.map((block) => [block, new Set(termsOf(block.text, language))]))
  const counts = new Map<string, number>()
  for (const terms of termsOfBlock.values())
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return new Map(
    blocks.map((block, index) => {
      const terms = [...(termsOfBlock.get(block) ?? [])]
      const weight = terms.reduce((sum, term) => sum + (counts.get(term) ?? 0), 0)
      return [block, (weight / Math.sqrt(terms.length + 1)) * (index === 0 ? 1.25 : 1)]
    }),
  )
}

/** The blocks with the highest scores within a maximum of characters, at least one; in the text's order. */
export function selectBlocks(blocks: Block[], language: Language, maxCharacters: number): Block[] {
  const scores = scoresOf(blocks, language)
  const chosen = new Set<Block>()
  let used = 0
  for (const block of blocks.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))) {
    if (chosen.size > 0 && used + block.text.length > maxCharacters) continue
    chosen.add(block)
    used += block.text.length
  }
  return blocks.filter((block) => chosen.has(block))
}

/** The best blocks up to a maximum number, in the text's order. */
export function bestBlocks(blocks: Block[], language: Language, maxCount: number): Block[] {
  const scores = scoresOf(blocks, language)
  const best = new Set(
    blocks.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0)).slice(0, maxCount),
  )
  return blocks.filter((block) => best.has(block))
}
