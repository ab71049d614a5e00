import type { Surprise } from '../../platform/words/index.ts'
import { maxWeight, rarityOf } from '../search/bm25.ts'
import { improbabilityOf } from './chance.ts'
import { keywordsTogether } from './keywords-together.ts'
import type { QueryWord } from '../search/read-query.ts'

/** The information of a keyword about its passages, in nats. */
type Keyword = {
  /** How improbable the word is in a passage: by everyday language or by these passages, whichever is less. */
  information: number
  /** How much more common the word is in these passages than in everyday language; below 0 for a rarer word. */
  affinity: number
}

/** The query's keywords and their weights. */
export type Wanted = {
  keywords: ReadonlyMap<string, Keyword>
  /** The maximum BM25 score: a passage that repeats every keyword. */
  highest: number
}

/**
 * Prior document frequency: one of 200 passages, with the weight of 50 passages. A word in one of three passages still counts as
 * rare.
 */
const prior = { passages: 50, standsIn: 0.25 }

/** `standsIn` has the stems that occur in some passage. A known identifier counts as a whole, without its parts. */
export function wantedBy(
  keywords: readonly QueryWord[],
  {
    standsIn,
    passages,
    surprise,
  }: { standsIn: ReadonlyMap<string, number>; passages: number; surprise: Surprise },
): Wanted {
  const known = keywords.filter(({ isWhole, stem }) => isWhole && standsIn.has(stem))
  const counted = keywords.filter(
    (word) => word.isWhole || !known.some(({ start, end }) => start <= word.start && end >= word.end),
  )
  const stems = [...new Set(counted.map(({ stem }) => stem))]
  const keywordOf = (stem: string): Keyword => {
    const everyday = surprise(stem)
    const count = standsIn.get(stem) ?? 0
    const here = -Math.log((count + prior.standsIn) / (passages + prior.passages))
    // Dirichlet smoothing with everyday language (Zhai & Lafferty 2004).
    const smoothed = (count + prior.passages * Math.exp(-everyday)) / (passages + prior.passages)
    return { information: Math.min(everyday, here), affinity: everyday + Math.log(smoothed) }
  }
  return {
    keywords: new Map(stems.map((stem) => [stem, keywordOf(stem)])),
    highest: maxWeight * stems.reduce((sum, stem) => sum + rarityOf(standsIn.get(stem) ?? 0, passages), 0),
  }
}

/** Minimum evidence for finding anything, by the query's script: each question set loses at most about 1 % of its nDCG. */
const bars = { Han: -0.92, Arabic: -1.63, other: -0.51 }
/** With fewer passages, common words are as uninformative as with this many. */
const minPassages = 20
/** However common a word is, a passage without it is no surprise. */
const maxProbability = 0.6

/** One of the best passages: the query stems in it, and its text. */
type Candidate = { stems: readonly string[]; text: string }

/**
 * Returns whether the best passages match the query well enough: a logistic regression of whether questions are asked of their
 * own texts or of others, fitted on the benchmark's question sets, whole and in subsets of 5 and 30 texts. A passage with every
 * keyword always counts. `best` is sorted, best first.
 */
export function isEnough(
  { keywords, highest }: Wanted,
  found: { score: number; best: readonly Candidate[]; passages: number; query: string },
): boolean {
  if (keywords.size === 0 || found.score <= 0) return false
  // A single common word is a search for its occurrences.
  if (found.best.some(({ stems }) => [...keywords.keys()].every((stem) => stems.includes(stem)))) return true
  return weigh(signsOf({ keywords, highest }, found)) >= barOf(found.query)
}

export type Signs = Record<keyof typeof weights, number>

const intercept = -3.63
const weights = {
  /** The best score as a share of the highest. */
  score: 13.735,
  /** How improbable it is that a passage has so many keywords by chance. */
  improbability: 0.237,
  /** Keywords of one sentence. */
  together: 0.316,
  /** Keywords side by side as in the query, as a share of all. */
  sideBySide: 3.875,
  /** The most informative keyword of the best passage. */
  maxKeywordMass: 0.484,
  /** Whether the keywords belong to the language of these passages. */
  affinity: 0.066,
  /** Long queries reach a smaller share of the highest score. */
  logKeywords: 0.551,
  /** Chance matters more among many passages. */
  logPassages: -0.984,
}

const weigh = (signs: Signs): number =>
  Object.entries(weights).reduce(
    (sum, [name, weight]) => sum + weight * signs[name as keyof Signs],
    intercept,
  )

/** Returns the features of how well the best passages match the query. */
export function signsOf(
  { keywords, highest }: Wanted,
  { score, best, passages }: { score: number; best: readonly Candidate[]; passages: number },
): Signs {
  const values = new Map([...keywords].map(([stem, { information }]) => [stem, information]))
  const sumOf = (stems: readonly string[], value: (keyword: Keyword) => number) =>
    stems.reduce((sum, stem) => {
      const keyword = keywords.get(stem)
      return keyword ? sum + value(keyword) : sum
    }, 0)
  const chances = [...values.values()].map((information) => {
    const probability = Math.min(Math.exp(-information), maxProbability)
    return { probability, weight: -Math.log(probability) }
  })
  const weightOf = ({ information }: Keyword) => Math.max(information, -Math.log(maxProbability))
  const together = best.map(({ text }) => keywordsTogether(text, values))
  const all = [...values.values()].reduce((sum, value) => sum + value, 0)
  const most = (numbers: readonly number[]) => Math.max(...numbers)
  return {
    score: score / highest,
    improbability: improbabilityOf(chances, most(best.map(({ stems }) => sumOf(stems, weightOf)))),
    together: most(together.map(({ inWindow }) => inWindow)),
    sideBySide: most(together.map(({ sideBySide }) => sideBySide)) / Math.max(all, 0.1),
    maxKeywordMass: Math.max(0, ...(best[0]?.stems ?? []).map((stem) => values.get(stem) ?? 0)),
    affinity: most(best.map(({ stems }) => sumOf(stems, ({ affinity }) => affinity))),
    logKeywords: Math.log(keywords.size),
    logPassages: Math.log(passages + minPassages),
  }
}

function barOf(query: string): number {
  const letters = (script: RegExp) => [...query.matchAll(script)].length
  const all = letters(/\p{L}/gu)
  if (letters(/\p{Script=Han}/gu) * 2 > all) return bars.Han
  return letters(/\p{Script=Arabic}/gu) * 2 > all ? bars.Arabic : bars.other
}
