import type { Language } from '@atrium/contract'
import { directionOf } from '@atrium/phrases'
import { areaOf } from '@atrium/phrases/areas.ts'
import * as firstPage from '@atrium/phrases/en/areas/first-page.ts'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { phrasesOf, wantedPhrases } from './phrases-of.ts'
import { storedLanguage } from './stored.ts'

/** The language of the interface. The page's head has chosen it before the first paint. */
export const currentLanguage = () => i18next.language as Language

/** Makes the phrases of the first page available: English ones at once, the others as soon as they are there. */
export async function startPhrases(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: document.documentElement.lang,
    fallbackLng: false,
    ns: [],
    defaultNS: 'common',
    keySeparator: false,
    partialBundledLanguages: true,
    resources: { en: firstPage },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  if (currentLanguage() !== 'en') await phrasesOf('first-page')
}

/** Resolves when every phrase of the current language is there. */
export const allPhrases = async (): Promise<void> =>
  void (await Promise.all(Array.from(new Set(Object.values(areaOf)), phrasesOf)))

/** Changes the interface's language and keeps the choice in this browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  await wantedPhrases(language)
  storedLanguage.write(language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
}
