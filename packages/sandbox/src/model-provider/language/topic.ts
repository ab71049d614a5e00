import type { Language } from './languages.ts'
import { stopWords } from './stop-words.ts'

/** Common openings of a question; the subject follows them. */
const openers: Record<Language, RegExp> = {
  en: /^(?:(?:please|hello|hi|hey)[,!]?\s+)*(?:(?:can|could|would|will) (?:you|we|i)(?: please)?\s+)?(?:(?:how (?:do|can|should|could|would|to)(?: (?:i|we|you|one))?)|(?:(?:what|who|where|when|which)(?:'s| is| are| was| were)(?: the)?)|(?:why (?:is|are|do|does)(?: the)?)|(?:(?:explain|describe|tell me about|tell me|write|give me|show me|help me(?: to)?|compare|summari[sz]e)(?: (?:to|for) me)?))\s+/i,
  fr: /^(?:(?:bonjour|salut|s'il (?:vous|te) pla[iî]t)[,!]?\s+)*(?:(?:peux-tu|pouvez-vous|pourrais-tu|pourriez-vous)\s+)?(?:comment (?:puis-je |peut-on |faire pour )?|qu['’]est-ce que |qu['’]est-ce qu['’]|quels? (?:est|sont) |quelles? (?:est|sont) |pourquoi (?:est-ce que )?|expliquer? |explique-moi |expliquez(?:-moi)? |d[ée]cri(?:s|vez) |parle(?:z)?-moi d[eu'’]\s*|[ée]cri(?:s|vez) |donne(?:z)?-moi )/i,
  vi: /^(?:(?:xin chào|chào bạn|xin|bạn có thể|hãy|làm ơn|giúp tôi)[,!]?\s+)*(?:làm thế nào để|làm sao để|tại sao|vì sao|giải thích(?: cho tôi)?|mô tả|viết(?: cho tôi)?|cho tôi biết(?: về)?|so sánh|cách)\s+/i,
  zh: /^(?:(?:你好|您好|请问|请|麻烦)[，,！!]?)*(?:如何|怎么样?|怎样|为什么|什么是|解释一下|解释|介绍一下|介绍|告诉我|帮我写?|写一?篇?|比较)+/,
  ar: /^(?:(?:مرحبا|السلام عليكم|من فضلك)[،,!]?\s+)*(?:كيف (?:يمكنني|يمكننا|أستطيع|يمكن)?(?: أن)?|ما هو|ما هي|ماذا|لماذا|اشرح(?: لي)?|صف|اكتب(?: لي)?|أخبرني عن|قارن بين)\s*/,
}

const longest = { words: 9, chineseCharacters: 20 }

/** The subject of a question, as a short phrase of its own words: no opening, no closing mark. Never empty. */
export function topicOf(question: string, language: Language): string {
  const firstSentence = question.trim().split(/(?<=[.?!。？！؟])\s*|\n/u)[0] ?? ''
  const bare = firstSentence.replace(/[\s.?!。？！؟:：]+$/u, '')
  const subject =
    bare
      .replace(openers[language], '')
      .replace(/^["“«]|["”»]$/gu, '')
      .trim() || bare
  return shorten(subject, language) || question.trim().slice(0, 40) || '…'
}

function shorten(subject: string, language: Language): string {
  if (language === 'zh') return [...subject].slice(0, longest.chineseCharacters).join('')
  return subject
    .split(/\s+/)
    .slice(0, longest.words)
    .join(' ')
    .replace(/[,;،]+$/, '')
}

const minTitleWords = 3
const maxTitleWords = 6

/** A title: the question's subject as it is phrased, in at most six words that end where a phrase does. */
export function titleOf(question: string, language: Language): string {
  const topic = phraseOf(question, language)
  if (language === 'zh') return topic
  const words = topic.split(/\s+/)
  const bare = words.length > maxTitleWords ? words.filter((word) => !isArticle(word)) : words
  const chosen = bare.slice(0, maxTitleWords)
  // A preposition or an article at the end would promise more.
  while (bare.length > maxTitleWords && chosen.length > 3 && stopWords[language].has(chosen.at(-1) ?? ''))
    chosen.pop()
  return capitalised(chosen.join(' '), language) || topic
}

/** The subject; the whole question where that would be a word or two. */
function phraseOf(question: string, language: Language): string {
  const topic = topicOf(question, language)
  const whole = question.trim().replace(/[\s.?!。？！؟:：]+$/u, '')
  const isShort = language !== 'zh' && topic.split(/\s+/).length < minTitleWords
  return isShort && whole.length > 0 && whole.split(/\s+/).length <= maxTitleWords ? whole : topic
}

const isArticle = (word: string) => /^(?:an?|the|une?|des?|la|les?|du)$/i.test(word)

/** The text with its first letter as a capital, where the script has capitals. */
function capitalised(text: string, language: Language): string {
  const [first = '', ...rest] = [...text]
  return first.toLocaleUpperCase(language) + rest.join('')
}
