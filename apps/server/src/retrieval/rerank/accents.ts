import { weightOf } from '../search/bm25.ts'
import type { WrittenWord } from '../index/words-of-passage.ts'

/** The accents in a query: for each word without accents, its spellings there. */
export type Accents = ReadonlyMap<string, ReadonlySet<string>>

const isLatin = /^\p{Script=Latin}/u

/** Returns the spellings of a query's words. Empty for one without accents: its author omits them, and every spelling is meant. */
export function accentsIn(asked: readonly WrittenWord[]): Accents {
  const forms = new Map<string, Set<string>>()
  const latin = asked.filter(({ form }) => isLatin.test(form))
  if (latin.every(({ form, plain }) => form === plain)) return forms
  for (const { form, plain } of latin) forms.set(plain, (forms.get(plain) ?? new Set()).add(form))
  return forms
}

/**
 * Returns a passage's penalty for words that match only without accents and so are other words: Vietnamese `má`, `mà`, `mạ`.
 * Words written without accents have no penalty.
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
