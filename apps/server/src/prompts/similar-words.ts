import { markStopWords, readWords, type Surprise } from '../platform/words/index.ts'
import type { WeightedStems } from './prompt-stems.ts'

/** The topic of a text: its stems without stop words, each with its surprise in nats. */
export type Topic = ReadonlyMap<string, number>

/** A question names its topic in its first words; typing adds to them. */
const maxTopicStems = 16
const weightOf = { A: 1, B: 0.8, C: 0.6, D: 0.35 } as const
/** The share of a topic's surprise that a similar template contains. */
const minShare = 0.22

/** Returns the topic of a text: its most surprising words. Empty for a text of stop words. */
export function topicOf(text: string, surprise: Surprise): Topic {
  const words = [...readWords(text)]
  const isStopWord = markStopWords(text, words)
  const stems = new Set(words.filter((_, index) => isStopWord[index] !== true).map(({ stem }) => stem))
  return new Map(
    Array.from(stems, (stem) => [stem, surprise(stem)] as const)
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, maxTopicStems),
  )
}

/**
 * Returns how similar a template is to a topic, from 0 to 1: the share of the topic's surprise in the template's words, by the
 * field that contains them. 0 for less than a fifth, and for a single word that only the template's text contains.
 */
export function similarityTo(topic: Topic, stems: WeightedStems): number {
  let sum = 0
  let shared = 0
  let words = 0
  let isNamed = false
  for (const [stem, surprise] of topic) {
    sum += surprise
    const weight = stems.get(stem)
    if (weight === undefined) continue
    words += 1
    shared += surprise * weightOf[weight]
    isNamed ||= weight !== 'D'
  }
  const isSimilar = words > 1 || isNamed
  return isSimilar && sum > 0 && shared / sum >= minShare ? shared / sum : 0
}
