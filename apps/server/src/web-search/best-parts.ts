import { countTokens, stemsOf } from '../platform/words/index.ts'

/** Aimed length of a part, in UTF-16 units. */
const partCharacters = 600
const maxStems = 2_000

/**
 * Returns the parts of a text that share most words with a query, in their order and within a number of tokens; omissions are
 * marked with '[…]'. A text without such words gives its beginning.
 */
export function bestParts(text: string, query: string, maxTokens: number): string {
  const wanted = new Set(stemsOf(query, 100))
  const parts = partsOf(text).map((part, position) => {
    const stems = new Set(stemsOf(part, maxStems))
    const shared = [...wanted].filter((stem) => stems.has(stem)).length
    return { part, position, shared }
  })
  const chosen: typeof parts = []
  let left = maxTokens
  for (const one of parts.toSorted((a, b) => b.shared - a.shared || a.position - b.position)) {
    const tokens = countTokens(one.part) + 4
    if (tokens <= left) {
      chosen.push(one)
      left -= tokens
    } else if (chosen.length === 0) {
      chosen.push({ ...one, part: cutToTokens(one.part, left - 4) })
      break
    }
  }
  return chosen
    .toSorted((a, b) => a.position - b.position)
    .map(({ part, position }, index, all) => {
      const before = all[index - 1]?.position ?? -1
      return position === before + 1 ? part : `[…]\n${part}`
    })
    .join('\n')
}

/** Paragraphs, short ones joined and long ones cut. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  for (const paragraph of text.split(/\n{2,}/)) {
    for (let at = 0; at < paragraph.length; at += partCharacters * 2) {
      const piece = paragraph.slice(at, at + partCharacters * 2).trim()
      const last = parts.at(-1)
      if (piece === '') continue
      if (last !== undefined && last.length + piece.length < partCharacters)
        parts[parts.length - 1] = `${last}\n${piece}`
      else parts.push(piece)
    }
  }
  return parts
}

/** The beginning of a text within a number of tokens. */
export function cutToTokens(text: string, maxTokens: number): string {
  let cut = text.slice(0, Math.max(0, maxTokens) * 8)
  while (cut !== '' && countTokens(cut) > maxTokens) cut = cut.slice(0, Math.floor(cut.length * 0.8))
  return cut.toWellFormed()
}
