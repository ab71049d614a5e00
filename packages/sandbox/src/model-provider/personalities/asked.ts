import { earlierQuestionsOf, questionOf, type Conversation } from '../conversation.ts'
import { detectLanguage } from '../language/detect-language.ts'
import type { Language } from '../language/languages.ts'
import { chooserFor, type Chooser } from '../language/seed.ts'
import { keywordsOf } from '../language/words.ts'
import { topicOf } from '../language/topic.ts'
import { languageAskedFor } from './instructions.ts'

/** The analysis of a conversation before answering. */
export interface Asked {
  question: string
  /** The language to answer in: the one asked for, else the question's. */
  language: Language
  /** The subject as a short phrase of the question. */
  topic: string
  /** The three most telling words, the topic filling in. */
  words: [string, string, string]
  /** The subject of the question before, null on the first. */
  earlierTopic: string | null
  /** How many pictures came with the question. */
  pictures: number
  /** Makes the same choices for the same question at the same position of a conversation. */
  chooser: Chooser
}

export function understand(conversation: Conversation): Asked {
  const question = questionOf(conversation)
  const spoken = detectLanguage(question)
  const topic = topicOf(question, spoken)
  const [first = topic, second = first, third = second] = maxKeywordMass(keywordsOf(question, spoken))
  const earlier = earlierQuestionsOf(conversation)
  const last = earlier.at(-1)
  return {
    question,
    language: languageAskedFor(`${conversation.instructions}\n${question}`) ?? spoken,
    topic,
    words: [first, second, third],
    earlierTopic: last === undefined ? null : topicOf(last, detectLanguage(last)),
    pictures: conversation.turns.findLast((turn) => turn.role === 'user')?.images ?? 0,
    chooser: chooserFor(`${earlier.length}/${question}`),
  }
}

/** The three longest words, usually the most specific, in the question's order. */
function maxKeywordMass(words: string[]): string[] {
  const chosen = new Set(words.toSorted((a, b) => b.length - a.length).slice(0, 3))
  return words.filter((word) => chosen.has(word))
}

const quotes: Record<Language, [string, string]> = {
  en: ['“', '”'],
  fr: ['« ', ' »'],
  vi: ['“', '”'],
  zh: ['“', '”'],
  ar: ['«', '»'],
}
const placeholder = /(\*\*|[“«]\s?|[:：]\s)?\{(topic|first|second|third|earlier)\}/g

/** Puts the question's own words into a sentence, in quotes unless they are set off already: bold, quoted or after a colon. */
export function fill(
  sentence: string,
  { topic, words: [first, second, third], earlierTopic, language }: Asked,
): string {
  const values: Record<string, string> = { topic, first, second, third, earlier: earlierTopic ?? '' }
  const [open, close] = quotes[language]
  return sentence.replace(placeholder, (_, before: string | undefined, name: string) => {
    const value = values[name] ?? ''
    return before === undefined ? `${open}${value}${close}` : `${before}${value}`
  })
}
