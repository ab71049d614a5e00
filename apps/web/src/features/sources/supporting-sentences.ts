import { sentencesOf } from './claims.ts'

/** Minimum similarity of a claim and a sentence (Dice coefficient of their words). */
const minLikeness = 0.25
/** Minimum number of shared words; a number counts twice, since it is rarely shared by chance. */
const minShared = 2

/** For each claim the most similar sentence of a passage; none if no sentence is similar. */
export function supportingSentences(passage: string, claims: readonly string[]): string[] {
  const sentences = sentencesOf(passage.replaceAll(/\s+/g, ' ')).map((text) => ({
    text,
    words: wordsOf(text),
  }))
  const found = claims.flatMap((claim) => {
    const wanted = wordsOf(claim)
    const rated = sentences.map(({ text, words }) => ({ text, ...likeness(wanted, words) }))
    const best = rated.reduce((one, other) => (other.score > one.score ? other : one), {
      text: '',
      score: 0,
      shared: 0,
    })
    return best.score >= minLikeness && best.shared >= minShared ? [best.text] : []
  })
  return [...new Set(found)]
}

const wordsOf = (text: string): Set<string> =>
  new Set(
    Array.from(
      new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text.normalize('NFKC').toLowerCase()),
    ).flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : [])),
  )

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>) {
  const weigh = (words: Iterable<string>) =>
    [...words].reduce((sum, word) => sum + (/\p{N}/u.test(word) ? 2 : 1), 0)
  const shared = weigh([...one].filter((word) => other.has(word)))
  return { shared, score: (2 * shared) / (weigh(one) + weigh(other) || 1) }
}
