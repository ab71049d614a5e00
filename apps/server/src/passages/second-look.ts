import { accentsIn, lossByAccents } from './accents.ts'
import { neighboursIn, scoreOfNeighbours } from './neighbours.ts'
import { writtenWords } from './words-of-passage.ts'

type Figures = { asked: readonly string[]; rarities: ReadonlyMap<string, number>; meanWords: number }

/**
 * What a passage scores when its text is read beside the query, and not its stems alone: more for words that stand side by side as
 * in the query, less for those that are written otherwise. `asked` are the stems of the query in their order.
 */
export function secondLook(
  query: string,
  { asked, rarities, meanWords }: Figures,
): (passage: { text: string; score: number }) => number {
  const neighbours = neighboursIn(asked, rarities)
  const accents = accentsIn(writtenWords(query))
  return ({ text, score }) => {
    if (neighbours.size === 0 && accents.size === 0) return score
    const words = writtenWords(text)
    const stems = words.map(({ stem }) => stem)
    return (
      score +
      scoreOfNeighbours(stems, neighbours, meanWords) -
      lossByAccents(words, accents, { rarities, meanWords })
    )
  }
}
