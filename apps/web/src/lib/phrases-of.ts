import type { Language } from '@atrium/contract'
import { type Area, areaOf, loadArea } from '@atrium/phrases/areas.ts'
import i18next from 'i18next'

/** English ones of the first page come with the program. */
const wanted = new Set<Area>(['first-page'])
const loaded = new Map<string, Promise<void>>()

/** Resolves when the phrases of an area are there, in the language of the interface. */
export function phrasesOf(area: Area): Promise<void> {
  wanted.add(area)
  return inLanguage(area, i18next.language as Language)
}

/** Has in another language all that was wanted so far. */
export const wantedPhrases = async (language: Language): Promise<void> =>
  void (await Promise.all(Array.from(wanted, (area) => inLanguage(area, language))))

function inLanguage(area: Area, language: Language): Promise<void> {
  const name = `${language}/${area}`
  const loading =
    loaded.get(name) ??
    loadArea(area, language).then((catalogue) => {
      for (const [namespace, phrases] of Object.entries(catalogue))
        i18next.addResourceBundle(language, namespace, phrases)
    })
  loaded.set(name, loading)
  loading.catch(() => loaded.delete(name))
  return loading
}

/** What a namespace's phrases wait for; null when they are there. */
export function awaited(namespace: string): Promise<void> | null {
  if (i18next.hasResourceBundle(i18next.language, namespace)) return null
  const area = (areaOf as Readonly<Record<string, Area>>)[namespace]
  return area ? phrasesOf(area) : null
}
