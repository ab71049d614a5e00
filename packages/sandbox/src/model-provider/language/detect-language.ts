import type { Language } from './languages.ts'
import { stopWords } from './stop-words.ts'
import { wordsOf } from './words.ts'

const vietnameseLetters = /[ăđơưãõĩũìòýạảấầẩẫậắằẳẵặẹẻẽềếểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/giu
const frenchLetters = /[çœèêëîïûùàé]/giu

/** The language of a text, judged by its script first and by its commonest words next. English when nothing decides. */
export function detectLanguage(text: string): Language {
  const arabic = count(text, /\p{Script=Arabic}/gu)
  const chinese = count(text, /\p{Script=Han}/gu)
  const latin = count(text, /\p{Script=Latin}/gu)
  // One Chinese character carries about as much as three Latin letters.
  if (chinese * 3 > latin && chinese >= arabic) return 'zh'
  // An Arabic question may name a product in Latin letters.
  if (arabic * 2 > latin) return 'ar'
  return latinLanguage(text)
}

function latinLanguage(text: string): Language {
  const words = wordsOf(text.toLowerCase(), 'fr')
  const share = (language: Language) => words.filter((word) => stopWords[language].has(word)).length
  const scores: [Language, number][] = [
    ['en', share('en')],
    ['fr', share('fr') + count(text, frenchLetters) * 0.5],
    ['vi', share('vi') + count(text, vietnameseLetters)],
  ]
  return scores.reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
