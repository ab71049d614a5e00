import type { Language } from '@atrium/contract'
import { directionOf } from '@atrium/phrases'
import { areaOf } from '@atrium/phrases/areas.ts'
import * as firstPage from '@atrium/phrases/en/first-page/index.ts'
import {
  addPhrases,
  interfaceLanguage,
  type LoadableNamespace,
  loadPhrases,
  loadWantedPhrases,
} from './phrases.ts'
import { storedLanguage } from './stored.ts'

/** The interface's language. The page's head has chosen it before the first paint. */
export const currentLanguage = (): Language => interfaceLanguage.get()

/** Makes the phrases of the first page available: English ones at once, the others once they are loaded. */
export async function startPhrases(): Promise<void> {
  addPhrases('en', firstPage)
  interfaceLanguage.set(document.documentElement.lang as Language)
  if (currentLanguage() !== 'en') await loadPhrases('common', 'errors', 'identity')
}

/** Resolves when every phrase of the current language is loaded. */
export async function allPhrases(): Promise<void> {
  await loadPhrases(...(Object.keys(areaOf) as LoadableNamespace[]))
}

/** Changes the interface's language and stores the choice in this browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  await loadWantedPhrases(language)
  storedLanguage.write(language)
  interfaceLanguage.set(language)
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
}
