import type { Surprise } from '../../platform/words/index.ts'
import { maxWeight, rarityOf } from '../search/bm25.ts'
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

const isNumber = /^\p{Nd}+$/u
/** Nats. Numbers are in no list of everyday words, and yet not informative: a year says less than a name. */
const maxNumberSurprise = 4.5

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
    const everyday = Math.min(surprise(stem), isNumber.test(stem) ? maxNumberSurprise : Infinity)
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

/** Fewer passages match by chance as often as this many. */
const minPassages = 20
/** Scores that are averaged: a single high one may be chance. */
const topScores = 5

/** One of the best passages: its score, the query stems in it, and its text. */
type Candidate = { score: number; stems: readonly string[]; text: string }
/** `best` is sorted, best first; `passages` were searched. */
type Found = { best: readonly Candidate[]; passages: number }

/**
 * Returns whether the best passages match the query well enough: a linear classifier of whether questions are asked of their own
 * texts or of others. A passage with every keyword always counts.
 */
export function isEnough(wanted: Wanted, found: Found): boolean {
  const keywords = [...wanted.keywords.keys()]
  if (keywords.length === 0 || (found.best[0]?.score ?? 0) <= 0) return false
  // A single common word is a search for its occurrences.
  if (found.best.some(({ stems }) => keywords.every((stem) => stems.includes(stem)))) return true
  return weigh(signsOf(wanted, found)) >= 0
}

export type Signs = Record<keyof typeof weights, number>

/**
 * Calibrated on the benchmark's question sets, whole and in subsets of 5 and 30 texts: with logistic regression as a start, gradient
 * descent minimizes the share of foreign questions that find something, while no set of questions loses more than 1 % nDCG of its
 * own. `node bench/evidence.ts` shows both.
 */
const intercept = -3.288
const weights = {
  /** The best score as a share of the highest possible one. */
  score: 13.858,
  /** Mean of the best scores per square root of the number of keywords: many keywords score more by chance. */
  topScores: 0.858,
  /** How much more common the keywords are in these passages than in everyday language: whether the question is about their subject. */
  subject: 5.651,
  /** The same of the passage's keyword that is most typical of these passages. */
  typical: 0.543,
  /** The most informative keyword of the passage. */
  rarest: 2.075,
  /** The share of the query whose neighboring keywords are close together in a passage. */
  together: 7.583,
  /** The number of keywords: a long query, and one of everyday words, has lower values of the above … */
  logKeywords: 4.884,
  /** … which the information of all keywords, small for everyday words, makes up for. */
  logInformation: -3.969,
  /** More passages match by chance. */
  logPassages: -1.902,
}

const weigh = (signs: Signs): number =>
  Object.entries(weights).reduce(
    (sum, [name, weight]) => sum + weight * signs[name as keyof Signs],
    intercept,
  )

/** Returns the features of how well the best passages match the query; `best` has one at least. */
export function signsOf({ keywords, highest }: Wanted, { best, passages }: Found): Signs {
  const values = new Map([...keywords].map(([stem, { information }]) => [stem, information]))
  const all = [...values.values()].reduce((sum, value) => sum + value, 0.1)
  const affinities = [...keywords.values()].map(({ affinity }) => Math.max(0, affinity))
  const inBest = bestMatchOf(best, keywords)
  const scores = best.slice(0, topScores).map(({ score }) => score)
  return {
    score: (best[0]?.score ?? 0) / highest,
    topScores: mean(scores) / Math.sqrt(keywords.size),
    subject: mean(affinities),
    typical: inBest.length > 0 ? Math.max(...inBest.map(({ affinity }) => affinity)) : 0,
    rarest: Math.max(0, ...inBest.map(({ information }) => information)),
    together: Math.max(...best.map(({ text }) => keywordsTogether(text, values))) / all,
    logKeywords: Math.log(keywords.size),
    logInformation: Math.log(all),
    logPassages: Math.log(passages + minPassages),
  }
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/** The keywords of the passage whose keywords together are the most informative. */
function bestMatchOf(best: readonly Candidate[], keywords: Wanted['keywords']): Keyword[] {
  let [found, most]: [Keyword[], number] = [[], -Infinity]
  for (const { stems } of best) {
    const own = stems.flatMap((stem) => keywords.get(stem) ?? [])
    const information = own.reduce((sum, one) => sum + one.information, 0)
    if (information > most) [found, most] = [own, information]
  }
  return found
}
