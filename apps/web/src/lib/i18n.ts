import type { Language } from '@atrium/contract'
import { directionOf, loadCatalogue } from '@atrium/phrases'
import { firstPage } from '@atrium/phrases/first-page.ts'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { storedLanguage } from './stored.ts'

/** The language of the interface. The page's head has chosen it before the first paint. */
export const currentLanguage = () => i18next.language as Language

/** Makes phrases available, those of English's first page at once, the others as soon as they are there. */
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
  if (currentLanguage() !== 'en') await addCatalogue(currentLanguage())
}

/** Resolves when every phrase of the current language is there. */
export const allPhrases = (): Promise<void> => addCatalogue(currentLanguage())

const added = new Map<Language, Promise<void>>()

function addCatalogue(language: Language): Promise<void> {
  const loading =
    added.get(language) ??
    loadCatalogue(language).then((catalogue) => {
      for (const [namespace, phrases] of Object.entries(catalogue))
        i18next.addResourceBundle(language, namespace, phrases)
    })
  added.set(language, loading)
  loading.catch(() => added.delete(language))
  return loading
}

/** Changes the interface's language and keeps the choice in this browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  await addCatalogue(language)
  storedLanguage.write(language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
}
