import { accentsIn, lossByAccents } from './accents.ts'
import { neighboursIn, scoreOfNeighbours } from './neighbours.ts'
import { stemsInOrder, writtenWords } from '../index/words-of-passage.ts'

type Figures = { asked: readonly string[]; rarities: ReadonlyMap<string, number>; meanWords: number }

/**
 * Rescores a passage by its text: a bonus for words adjacent as in the query, a penalty for other spellings. `asked` are the
 * query's stems in order.
 */
export function rerank(
  query: string,
  { asked, rarities, meanWords }: Figures,
): (passage: { text: string; score: number }) => number {
  const neighbours = neighboursIn(asked, rarities)
  const accents = accentsIn(writtenWords(query))
  return ({ text, score }) => {
    if (neighbours.size === 0 && accents.size === 0) return score
    // Stems alone are several times faster to read than words with accents.
    if (accents.size === 0) return score + scoreOfNeighbours(stemsInOrder(text), neighbours, meanWords)
    const words = writtenWords(text)
    const stems = words.map(({ stem }) => stem)
    return (
      score +
      scoreOfNeighbours(stems, neighbours, meanWords) -
      lossByAccents(words, accents, { rarities, meanWords })
    )
  }
}
