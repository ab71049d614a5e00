import type { Language } from '@atrium/contract'
import { directionOf } from '@atrium/phrases'
import { createStore } from '../store.ts'
import { fillIn, type Variables } from './fill-in.ts'

type Phrases = Readonly<Record<string, string>>
type Translate = (key: string, variables?: Variables) => string
type Options = { lng: string; resources: Record<string, Record<string, Phrases>> }

/** Where a key without a prefix is looked for when nothing is said of it; the types say the same. */
const usual = 'common'
const catalogues = new Map<string, Phrases>()
const language = createStore('en')

/** The form of a language for a number of things, as `one`. */
const pluralForm = (inLanguage: string, count: number): string => rulesOf(inLanguage).select(count)
const rules = new Map<string, Intl.PluralRules>()
function rulesOf(inLanguage: string): Intl.PluralRules {
  const known = rules.get(inLanguage) ?? new Intl.PluralRules(inLanguage)
  rules.set(inLanguage, known)
  return known
}

function find(
  key: string,
  { of, among, count }: { of: string; among: readonly string[]; count?: unknown },
): string | undefined {
  const colon = key.indexOf(':')
  const name = key.slice(colon + 1)
  for (const namespace of colon < 0 ? among : [key.slice(0, colon)]) {
    const phrases = catalogues.get(`${of}/${namespace}`)
    const counted = typeof count === 'number' ? phrases?.[`${name}_${pluralForm(of, count)}`] : undefined
    const found = counted ?? phrases?.[name]
    if (found !== undefined) return found
  }
  return undefined
}

/** One function for a language and its namespaces, so that what is drawn with it can tell whether anything has changed. */
const fixed = new Map<string, Translate>()
function fixedT(of: string, namespaces: string | readonly string[] = usual): Translate {
  const among = typeof namespaces === 'string' ? [namespaces] : namespaces
  const name = [of, ...among].join('/')
  const known = fixed.get(name)
  if (known) return known
  const translate: Translate = (key, variables = {}) => {
    const phrase = find(key, { of, among, count: variables.count })
    return phrase === undefined ? key.slice(key.indexOf(':') + 1) : fillIn(phrase, variables, of)
  }
  fixed.set(name, translate)
  return translate
}

/**
 * What the web app uses of i18next, and nothing else of it: phrases by namespace, plural forms, variables, numbers. The build
 * and the tests put it in the place of the library, whose types keep the keys and variables checked.
 */
const i18next = {
  get language() {
    return language.get()
  },
  use: () => i18next,
  init({ lng, resources }: Options): Promise<Translate> {
    for (const [of, namespaces] of Object.entries(resources))
      for (const [namespace, phrases] of Object.entries(namespaces))
        i18next.addResourceBundle(of, namespace, phrases)
    return i18next.changeLanguage(lng)
  },
  addResourceBundle: (of: string, namespace: string, phrases: Phrases): void =>
    void catalogues.set(`${of}/${namespace}`, phrases),
  hasResourceBundle: (of: string, namespace: string): boolean => catalogues.has(`${of}/${namespace}`),
  async changeLanguage(to: string): Promise<Translate> {
    language.set(to)
    return fixedT(to)
  },
  t: (key: string, variables?: Variables): string => fixedT(language.get())(key, variables),
  exists: (key: string): boolean => find(key, { of: language.get(), among: [usual] }) !== undefined,
  getFixedT: fixedT,
  dir: () => directionOf(language.get() as Language),
  /** Tells when the language changes. */
  listen: language.subscribe,
}
export default i18next
