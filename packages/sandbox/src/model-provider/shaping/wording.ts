import type { Language } from '../language/languages.ts'

type Replacements = readonly (readonly [RegExp, string])[]

const plain: Record<Language, Replacements> = {
  en: [
    [/\bin order to\b/gi, 'to'],
    [/\butili[sz]e(s|d)?\b/gi, 'use$1'],
    [/\bapproximately\b/gi, 'about'],
    [/\bsubsequently\b/gi, 'later'],
    [/\bnevertheless\b|\bhowever\b/gi, 'but'],
    [/\bfacilitate(s|d)?\b/gi, 'help$1'],
    [/\bcommence(s|d)?\b/gi, 'start$1'],
    [/\bdue to the fact that\b/gi, 'because'],
    [/\bprior to\b/gi, 'before'],
    [/\bsufficient\b/gi, 'enough'],
    [/;\s+(\p{L})/gu, '. $1'],
  ],
  fr: [
    [/\bafin (?:de|d’|d')\s?/gi, 'pour '],
    [/\bnéanmoins\b|\btoutefois\b/gi, 'mais'],
    [/\bapproximativement\b/gi, 'environ'],
    [/\bultérieurement\b/gi, 'plus tard'],
    [/\ben raison du fait que\b/gi, 'parce que'],
    [/\s?;\s+(\p{L})/gu, '. $1'],
  ],
  vi: [
    [/nhằm mục đích/gi, 'để'],
    [/tuy nhiên/gi, 'nhưng'],
    [/do đó/gi, 'vì vậy'],
    [/;\s+(\p{L})/gu, '. $1'],
  ],
  zh: [
    [/然而/g, '但是'],
    [/因此/g, '所以'],
    [/予以/g, ''],
    [/；/g, '。'],
  ],
  ar: [
    [/غير أن/g, 'لكن'],
    [/بغية/g, 'من أجل'],
    [/؛\s*/g, '. '],
  ],
}

const spelled: Record<Language, Replacements> = {
  en: [
    [/\bcan['’]t\b/gi, 'cannot'],
    [/\bwon['’]t\b/gi, 'will not'],
    [/(\w+)n['’]t\b/gi, '$1 not'],
    [/\b(I)['’]m\b/g, '$1 am'],
    [/\b(\w+)['’]re\b/gi, '$1 are'],
    [/\b(\w+)['’]ve\b/gi, '$1 have'],
    [/\b(\w+)['’]ll\b/gi, '$1 will'],
    [/\b(it|that|there|what|he|she)['’]s\b/gi, '$1 is'],
    [/^(?:hi|hey|hello)\b/gim, 'Dear'],
    [/\bthanks\b/gi, 'thank you'],
  ],
  fr: [
    [/^salut\b/gim, 'Bonjour'],
    [/\bça\b/gi, 'cela'],
  ],
  vi: [[/^chào\b/gim, 'Kính chào']],
  zh: [[/你(?=们|好|的|，|。|\p{Script=Han})/gu, '你']],
  ar: [[/^أهلا\b/gm, 'تحية طيبة']],
}

const replaced = (text: string, replacements: Replacements) =>
  replacements.reduce((now, [pattern, by]) => now.replace(pattern, by), text)

/** Replaces long words by common ones. */
export const plainWords = (text: string, language: Language): string =>
  capitalized(replaced(text, plain[language]))

/** Spells out contractions and replaces casual words by formal ones. */
export const spelledOut = (text: string, language: Language): string =>
  capitalized(replaced(text, spelled[language]))

/** No double spaces or words, no space before a mark, sentences with a capital, an end mark on the last paragraph. */
export const tidied = (text: string): string =>
  capitalized(
    text
      .trim()
      .replace(/[^\S\n]+/g, ' ')
      .replace(/\b(\p{L}+)( \1\b)+/giu, '$1')
      .replace(/ +([,.])(?=\s|$)/g, '$1')
      .replace(/\bi\b(?=['’ ])/g, 'I'),
  )

const capitalized = (text: string) =>
  text.replace(/(^|[.!?]\s+)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
