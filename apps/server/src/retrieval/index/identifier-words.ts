import { readWords, type Word } from '../../platform/words/index.ts'

/** A word or, beside its component words, a whole identifier: `getUserName`, `user_name`, `user.name`. */
export type IndexWord = Word & { isWhole: boolean }

const capitals = /\p{Lu}+/gu
const lowerOrDigit = /[\p{Ll}\p{N}]/u
const twoLower = /^\p{Ll}{2}/u
/** Separators in `snake_case` and dotted paths. */
const joints = /[._]+(?=\p{L})/gu
const beginsWithLetter = /^\p{L}/u
/** A longer one is data. */
const maxLength = 60

/**
 * Yields the index words in reading order: each identifier by its parts, then as a whole. Searches the text for identifier
 * boundaries once, since most words are none.
 */
export function* readIndexWords(text: string): Generator<IndexWord> {
  const cuts = humpsIn(text)
  const joined = new Map(
    Array.from(text.matchAll(joints), ({ index, 0: joint }) => [index, index + joint.length]),
  )
  let cut = 0
  let chain: Word[] = []
  for (const word of readWords(text)) {
    const last = chain.at(-1)
    if (last && joined.get(last.end) === word.start) chain.push(word)
    else {
      yield* wholeOf(text, chain)
      chain = joined.has(word.end) ? [word] : []
    }
    while ((cuts[cut] ?? Infinity) <= word.start) cut += 1
    const within: number[] = []
    for (; (cuts[cut] ?? Infinity) < word.end; cut += 1) within.push(cuts[cut] ?? 0)
    if (within.length > 0) yield* partsOf(text, [word.start, ...within, word.end])
    yield Object.assign(word, { isWhole: within.length > 0 })
  }
  yield* wholeOf(text, chain)
}

/** The places between `camel` and `Case`, and between `HTML` and `Text`, in the order of reading. */
function humpsIn(text: string): number[] {
  const places: number[] = []
  for (const { 0: run, index } of text.matchAll(capitals)) {
    const end = index + run.length
    if (index > 0 && lowerOrDigit.test(text.charAt(index - 1))) places.push(index)
    if (run.length > 1 && twoLower.test(text.slice(end, end + 2))) places.push(end - 1)
  }
  return places
}

/** The words between two boundaries. */
function* partsOf(text: string, places: readonly number[]): Generator<IndexWord> {
  for (const [index, to] of places.entries()) {
    const from = places[index - 1]
    if (from === undefined) continue
    for (const { stem, start, end } of readWords(text.slice(from, to)))
      yield { stem, start: from + start, end: from + end, isWhole: false }
  }
}

/** The whole form of `user_name`, the same as for `userName`. */
function* wholeOf(text: string, chain: readonly Word[]): Generator<IndexWord> {
  const [first, last] = [chain[0], chain.at(-1)]
  // Abbreviations such as e.g. are no identifiers.
  if (!first || !last || first === last || chain.every(({ start, end }) => end - start === 1)) return
  if (!beginsWithLetter.test(text.slice(first.start, first.end))) return
  const joined = text.slice(first.start, last.end).replaceAll(/[._]+/g, '')
  if (joined.length > maxLength) return
  for (const { stem } of readWords(joined)) yield { stem, start: first.start, end: last.end, isWhole: true }
}
