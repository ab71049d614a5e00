import type { Language } from '@atrium/contract'
import type * as english from './en/index.ts'

export type { BrowserErrorCode } from './en/first-page/errors.ts'
export type { Translation, Variables } from './translation.ts'

/** Every phrase by namespace and key; English is the type of them all. */
export type Phrases = typeof english
export type Namespace = keyof Phrases

/** A language's phrases by namespace and key, with the plural forms of that language. */
export type Catalogue = Record<Namespace, Readonly<Record<string, string>>>

/** The name of each language in that language. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  fr: 'Français',
  vi: 'Tiếng Việt',
  zh: '中文',
  ar: 'العربية',
}

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/** Loads all phrases of a language; in a browser each language is a separate file. */
export function loadCatalogue(language: Language): Promise<Catalogue> {
  switch (language) {
    case 'en':
      return import('./en/index.ts')
    case 'fr':
      return import('./fr/index.ts')
    case 'vi':
      return import('./vi/index.ts')
    case 'zh':
      return import('./zh/index.ts')
    case 'ar':
      return import('./ar/index.ts')
  }
}
