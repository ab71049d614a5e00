import type { Language } from './languages.ts'
import { tellingWords, wordsOf } from './words.ts'

/** Phrases with which people open a question; what follows them is the subject. */
const openers: Record<Language, RegExp> = {
  en: /^(?:(?:please|hello|hi|hey)[,!]?\s+)*(?:(?:can|could|would|will) (?:you|we|i)(?: please)?\s+)?(?:(?:how (?:do|can|should|could|would|to)(?: (?:i|we|you|one))?)|(?:(?:what|who|where|when|which)(?:'s| is| are| was| were)(?: the)?)|(?:why (?:is|are|do|does)(?: the)?)|(?:(?:explain|describe|tell me about|tell me|write|give me|show me|help me(?: to)?|compare|summari[sz]e)(?: (?:to|for) me)?))\s+/i,
  fr: /^(?:(?:bonjour|salut|s'il (?:vous|te) pla[iî]t)[,!]?\s+)*(?:(?:peux-tu|pouvez-vous|pourrais-tu|pourriez-vous)\s+)?(?:comment (?:puis-je |peut-on |faire pour )?|qu['’]est-ce que |qu['’]est-ce qu['’]|quels? (?:est|sont) |quelles? (?:est|sont) |pourquoi (?:est-ce que )?|expliquer? |explique-moi |expliquez(?:-moi)? |d[ée]cri(?:s|vez) |parle(?:z)?-moi d[eu'’]\s*|[ée]cri(?:s|vez) |donne(?:z)?-moi )/i,
  vi: /^(?:(?:xin chào|chào bạn|xin|bạn có thể|hãy|làm ơn|giúp tôi)[,!]?\s+)*(?:làm thế nào để|làm sao để|tại sao|vì sao|giải thích(?: cho tôi)?|mô tả|viết(?: cho tôi)?|cho tôi biết(?: về)?|so sánh|cách)\s+/i,
  zh: /^(?:(?:你好|您好|请问|请|麻烦)[，,！!]?)*(?:如何|怎么样?|怎样|为什么|什么是|解释一下|解释|介绍一下|介绍|告诉我|帮我写?|写一?篇?|比较)+/,
  ar: /^(?:(?:مرحبا|السلام عليكم|من فضلك)[،,!]?\s+)*(?:كيف (?:يمكنني|يمكننا|أستطيع|يمكن)?(?: أن)?|ما هو|ما هي|ماذا|لماذا|اشرح(?: لي)?|صف|اكتب(?: لي)?|أخبرني عن|قارن بين)\s*/,
}

const longest = { words: 9, chineseCharacters: 20 }

/** What a question is about, as a short phrase made of its own words: no opener, no closing mark. Never empty. */
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

/** A title of three to six words made of the question's most telling words, in its language. */
export function titleOf(question: string, language: Language): string {
  const telling = tellingWords(question, language)
  if (!telling.some((word) => /\p{L}/u.test(word))) return topicOf(question, language)
  // Vietnamese writes its words in syllables that mean little when one is left out.
  const candidates = language === 'vi' ? [] : [telling]
  candidates.push(wordsOf(topicOf(question, language), language))
  const words = candidates.find(({ length }) => length >= 3) ?? wordsOf(question, language)
  const chosen = words.slice(0, language === 'zh' ? 5 : 6)
  return capitalised(chosen.join(language === 'zh' ? '' : ' '), language) || topicOf(question, language)
}

/** The text with its first letter as a capital, where the script has capitals. */
function capitalised(text: string, language: Language): string {
  const [first = '', ...rest] = [...text]
  return first.toLocaleUpperCase(language) + rest.join('')
}
