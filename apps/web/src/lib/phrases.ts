import type { Language } from '@atrium/contract'
import { type Area, areaOf, loadArea } from '@atrium/phrases/areas.ts'
import type { Catalogue, Namespace } from '@atrium/phrases'
import { createStore } from './store.ts'

/** The language of the interface. */
export const interfaceLanguage = createStore<Language>('en')

const catalogues = new Map<string, Readonly<Record<string, string>>>()

/** The phrases of a namespace in a language, by key; undefined while they are not loaded. */
export const phrasesIn = (language: Language, namespace: string) => catalogues.get(`${language}/${namespace}`)

export function addPhrases(language: Language, added: Partial<Catalogue>): void {
  for (const [namespace, phrases] of Object.entries(added))
    catalogues.set(`${language}/${namespace}`, phrases)
}

/** Areas that were loaded in some language; a language change loads them again. English first-page phrases are part of the program. */
const wanted = new Set<Area>(['first-page'])
const loads = new Map<string, Promise<void>>()

/** Namespaces in some area; those of mails are in none. */
export type LoadableNamespace = keyof typeof areaOf

/** Resolves when the namespaces are loaded in the interface's language. A route's loader lists those of its screen. */
export function loadPhrases(...namespaces: LoadableNamespace[]): Promise<void> | undefined {
  const missing = namespaces.filter((namespace) => !phrasesIn(interfaceLanguage.get(), namespace))
  for (const namespace of namespaces) wanted.add(areaOf[namespace])
  if (missing.length === 0) return
  const areas = new Set(missing.map((namespace) => areaOf[namespace]))
  return Promise.all(Array.from(areas, (area) => loadInLanguage(area, interfaceLanguage.get()))).then(
    () => {},
  )
}

/** A module that loads on demand, together with its phrases. */
export const withPhrases = async <Module>(
  module: Promise<Module>,
  ...namespaces: LoadableNamespace[]
): Promise<Module> => {
  const [loaded] = await Promise.all([module, loadPhrases(...namespaces)])
  return loaded
}

/** Loads the already loaded namespaces in another language. */
export const loadWantedPhrases = async (language: Language): Promise<void> =>
  void (await Promise.all(Array.from(wanted, (area) => loadInLanguage(area, language))))

function loadInLanguage(area: Area, language: Language): Promise<void> {
  const name = `${language}/${area}`
  const load =
    loads.get(name) ?? loadArea(area, language).then((catalogue) => addPhrases(language, catalogue))
  loads.set(name, load)
  load.catch(() => loads.delete(name))
  return load
}

/** The load that a namespace's phrases are waiting for; null when they are loaded. */
export function pendingPhrases(namespace: Namespace): Promise<void> | null {
  if (phrasesIn(interfaceLanguage.get(), namespace)) return null
  const area = (areaOf as Partial<Record<Namespace, Area>>)[namespace]
  if (!area) return null
  wanted.add(area)
  return loadInLanguage(area, interfaceLanguage.get())
}
