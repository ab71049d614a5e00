import { weightOf } from './bm25.ts'
import type { WrittenWord } from './words-of-passage.ts'

/** How a query writes its words: for each word without its accents, with which ones it stands there. */
export type Accents = ReadonlyMap<string, ReadonlySet<string>>

const isLatin = /^\p{Script=Latin}/u

/**
 * The ways in which a query writes its words. Empty for one without accents: whoever typed it leaves them out, and every way of
 * writing a word is meant.
 */
export function accentsIn(asked: readonly WrittenWord[]): Accents {
  const forms = new Map<string, Set<string>>()
  const latin = asked.filter(({ form }) => isLatin.test(form))
  if (latin.every(({ form, plain }) => form === plain)) return forms
  for (const { form, plain } of latin) forms.set(plain, (forms.get(plain) ?? new Set()).add(form))
  return forms
}

/**
 * What a passage loses because words that counted for it stand there with other accents than in the query, and so are other
 * words: Vietnamese `má`, `mà`, `mạ`. A word that is written without accents loses nothing.
 */
export function lossByAccents(
  words: readonly WrittenWord[],
  accents: Accents,
  { rarities, meanWords }: { rarities: ReadonlyMap<string, number>; meanWords: number },
): number {
  if (accents.size === 0) return 0
  const counts = new Map<string, { same: number; other: number }>()
  for (const { stem, form, plain } of words) {
    const count = counts.get(stem) ?? { same: 0, other: 0 }
    const meant = accents.get(plain)
    if (!meant || meant.has(form) || form === plain) count.same += 1
    else count.other += 1
    counts.set(stem, count)
  }
  const weigh = (times: number) => weightOf(times, words.length, meanWords)
  return [...counts].reduce(
    (sum, [stem, { same, other }]) => sum + (rarities.get(stem) ?? 0) * (weigh(same + other) - weigh(same)),
    0,
  )
}
