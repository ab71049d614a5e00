import type { Language } from './languages.ts'
import { stopWords } from './stop-words.ts'

const segmenters = new Map<string, Intl.Segmenter>()

function segmenter(language: Language, granularity: 'word' | 'sentence'): Intl.Segmenter {
  const key = `${language}/${granularity}`
  const known = segmenters.get(key) ?? new Intl.Segmenter(language, { granularity })
  segmenters.set(key, known)
  return known
}

/** The words of a text in their order, as typed. Chinese is cut by the segmenter's dictionary. */
export function wordsOf(text: string, language: Language): string[] {
  const words: string[] = []
  for (const { segment, isWordLike } of segmenter(language, 'word').segment(text)) {
    if (isWordLike) words.push(...splitElision(segment, language))
  }
  return words
}

/** French writes "l'eau" as one word; only "eau" is a keyword. */
function splitElision(word: string, language: Language): string[] {
  return language === 'fr' ? word.split(/(?<=['’])/).map((part) => part.replace(/['’]$/, '')) : [word]
}

/** The sentences of a text, trimmed, empty ones left out. */
export function sentencesOf(text: string, language: Language): string[] {
  const sentences: string[] = []
  for (const { segment } of segmenter(language, 'sentence').segment(text)) {
    if (segment.trim() !== '') sentences.push(segment.trim())
  }
  return sentences
}

/** The keywords of a text: without stop words, each once, in order. */
export function keywordsOf(text: string, language: Language): string[] {
  const seen = new Set<string>()
  return wordsOf(text, language).filter((word) => {
    const folded = word.toLocaleLowerCase(language)
    if (stopWords[language].has(folded) || seen.has(folded) || isTooShort(folded, language)) return false
    seen.add(folded)
    return true
  })
}

function isTooShort(word: string, language: Language): boolean {
  return language !== 'zh' && word.length < 2 && !/\d/.test(word)
}

const arabicPrefix = /^(?:وال|بال|كال|فال|لل|ال)(?=.{2})/
const arabicMarks = /[\u064b-\u0652\u0670\u0640]/g

/**
 * Terms by which two texts are compared: folded words without accents and plain endings, stop words left out;
 * for Chinese characters, overlapping pairs.
 */
export function termsOf(text: string, language: Language): string[] {
  const terms: string[] = []
  for (const word of wordsOf(text, language)) {
    const folded = word.toLocaleLowerCase(language)
    if (/\p{Script=Han}/u.test(folded)) continue
    if (!stopWords[language].has(folded)) terms.push(stem(fold(folded)))
  }
  return [...terms, ...characterPairs(text)]
}

function fold(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replaceAll('đ', 'd')
    .replace(arabicMarks, '')
    .replace(/[أإآ]/g, 'ا')
}

function stem(word: string): string {
  if (/^[\u0600-\u06ff]/.test(word)) return word.replace(arabicPrefix, '').replace(/(?:ات|ون|ين|ها|ة)$/, '')
  return word.length > 4 ? word.replace(/(?:ies|es|s|x)$/, '').replace(/(?:ing|ed|e)$/, '') : word
}

// Function characters of questions and sentences.
const emptyCharacters = /[的了是在有和与及多什么怎哪谁吗呢吧几何为个这那被把就也都]/u

function characterPairs(text: string): string[] {
  const pairs: string[] = []
  for (const run of text.match(/\p{Script=Han}{2,}/gu) ?? []) {
    for (let at = 0; at + 1 < run.length; at++) {
      const pair = run.slice(at, at + 2)
      if (!emptyCharacters.test(pair)) pairs.push(pair)
    }
  }
  return pairs
}
