import type { Conversation } from '../conversation.ts'
import type { Language } from '../language/languages.ts'
import { sentencesOf, termsOf } from '../language/words.ts'
import type { Asked } from './asked.ts'
import { findPassages, type Passage } from './passages.ts'

const maxQuotes = 3
/** The share of the question's weight that a sentence must carry to be worth quoting. */
const minShare = 0.3
/** Further sentences must be nearly as good as the best. */
const minShareOfBest = 0.6

const words: Record<
  Language,
  { found: string; nothing: string; noPassages: string; quote: [string, string] }
> = {
  en: {
    found: 'The passages say on this:',
    nothing: 'Nothing in the given passages fits this question.',
    noPassages: 'I was given no passages to answer from.',
    quote: ['“', '”'],
  },
  fr: {
    found: 'Les passages disent à ce sujet :',
    nothing: 'Rien dans les passages donnés ne répond à cette question.',
    noPassages: 'Aucun passage ne m’a été donné pour répondre.',
    quote: ['« ', ' »'],
  },
  vi: {
    found: 'Các đoạn văn nói về điều này như sau:',
    nothing: 'Không có gì trong các đoạn văn đã cho phù hợp với câu hỏi này.',
    noPassages: 'Tôi không được cung cấp đoạn văn nào để trả lời.',
    quote: ['“', '”'],
  },
  zh: {
    found: '资料中有以下说法：',
    nothing: '所给资料中没有与这个问题相符的内容。',
    noPassages: '没有提供可供回答的资料。',
    quote: ['“', '”'],
  },
  ar: {
    found: 'تقول المقاطع في هذا الشأن:',
    nothing: 'لا شيء في المقاطع المعطاة يناسب هذا السؤال.',
    noPassages: 'لم تُعطَ لي مقاطع أجيب منها.',
    quote: ['«', '»'],
  },
}

/** Quotes the sentences of the given passages that fit the question best, each with its passage's marker. */
export function answerFromPassages(asked: Asked, conversation: Conversation): string {
  const { question, passages } = findPassages(conversation)
  const say = words[asked.language]
  if (passages.length === 0) return say.noPassages
  const quotes = bestSentences(question, passages, asked.language)
  if (quotes.length === 0) return say.nothing
  const [open, close] = say.quote
  const lines = quotes.map(
    ({ sentence, marker }) => `- ${open}${sentence}${close}${marker === null ? '' : ` ${marker}`}`,
  )
  return `${say.found}\n\n${lines.join('\n')}`
}

interface Scored {
  sentence: string
  marker: string | null
  score: number
}

/** Scores by the words shared with the question, the rare ones counting more, in the order of the passages. */
function bestSentences(question: string, passages: Passage[], language: Language): Scored[] {
  const sentences = passages.flatMap(({ text, marker, language: spoken }) =>
    sentencesOf(text, spoken).map((sentence) => ({
      sentence,
      marker,
      terms: new Set(termsOf(sentence, spoken)),
    })),
  )
  const weightOf = rarity(sentences.map(({ terms }) => terms))
  const asked = [...new Set(termsOf(question, language))]
  const whole = asked.reduce((sum, term) => sum + weightOf(term), 0)
  const scored = sentences.map(({ sentence, marker, terms }) => {
    const shared = asked.filter((term) => terms.has(term)).reduce((sum, term) => sum + weightOf(term), 0)
    return { sentence, marker, score: whole === 0 ? 0 : shared / whole }
  })
  const best = Math.max(0, ...scored.map(({ score }) => score))
  const enough = Math.max(minShare, best * minShareOfBest)
  const chosen = new Set(
    scored
      .filter(({ score }) => score >= enough)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, maxQuotes),
  )
  return scored.filter((entry) => chosen.has(entry))
}

/** Inverse document frequency over the sentences; a word that none of them has weighs as the rarest. */
function rarity(sentences: Set<string>[]): (term: string) => number {
  const counts = new Map<string, number>()
  for (const terms of sentences) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return (term) => Math.log(1 + (sentences.length + 1) / ((counts.get(term) ?? 0) + 0.5))
}
