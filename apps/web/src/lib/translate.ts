import type { Language } from '@atrium/contract'
import type { Namespace, Phrases, Variables } from '@atrium/phrases'
import { use } from 'react'
import { fillIn } from './fill-in.ts'
import { interfaceLanguage, pendingPhrases, phrasesIn } from './phrases.ts'
import { useStore } from './store.ts'

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
/** A key as the code writes it: without the plural form. */
type NameOf<Key> = Key extends `${infer Name}_${PluralForm}` ? Name : Key & string

type Namespaces = Namespace | readonly Namespace[]
type AllOf<Named extends Namespaces> = Named extends readonly (infer Each extends Namespace)[] ? Each : Named
type FirstOf<Named extends Namespaces> = Named extends readonly [infer First, ...unknown[]] ? First : Named

/** Keys of the first namespace, and keys of each of them with its name before a colon. */
export type PhraseKey<Named extends Namespaces> =
  | NameOf<keyof Phrases[FirstOf<Named> & Namespace]>
  | {
      [Each in Namespace]: Each extends AllOf<Named> ? `${Each}:${NameOf<keyof Phrases[Each]>}` : never
    }[Namespace]

/** The English texts of a key: one, or one for each plural form. */
type TextOf<In extends Namespace, Name extends string> = {
  [Key in keyof Phrases[In]]: NameOf<Key> extends Name ? Phrases[In][Key] : never
}[keyof Phrases[In]]
type EnglishText<
  Named extends Namespaces,
  Key extends string,
> = Key extends `${infer In extends Namespace}:${infer Name}`
  ? TextOf<In, Name>
  : TextOf<FirstOf<Named> & Namespace, Key>
type IsCounted<
  Named extends Namespaces,
  Key extends string,
> = Key extends `${infer In extends Namespace}:${infer Name}`
  ? `${Name}_other` extends keyof Phrases[In]
    ? 'count'
    : never
  : `${Key}_other` extends keyof Phrases[FirstOf<Named> & Namespace]
    ? 'count'
    : never

type Value = string | number | null | undefined
type VariableNames<Named extends Namespaces, Key extends string> =
  | Variables<EnglishText<Named, Key>>
  | IsCounted<Named, Key>
type Arguments<Names extends string> = [Names] extends [never]
  ? []
  : [variables: { readonly [Name in Names]: Name extends 'count' ? number : Value }]

/** Returns the phrase of a key in one language, its variables filled in. Variables that the phrase names are required. */
export type Translate<Named extends Namespaces = 'common'> = <const Key extends PhraseKey<Named>>(
  key: Key,
  ...variables: Arguments<VariableNames<Named, Key>>
) => string

const pluralRules = new Map<string, Intl.PluralRules>()
function pluralForm(language: Language, count: number): string {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language)
  pluralRules.set(language, rules)
  return rules.select(count)
}

type FindOptions = { language: Language; namespace: string; count?: unknown }

/** The text of a key, preferring the form for `count`; a namespace before a colon overrides the default one. */
function findText(key: string, { language, namespace, count }: FindOptions): string | undefined {
  const colon = key.indexOf(':')
  const name = key.slice(colon + 1)
  const phrases = phrasesIn(language, colon < 0 ? namespace : key.slice(0, colon))
  const counted = typeof count === 'number' ? phrases?.[`${name}_${pluralForm(language, count)}`] : undefined
  return counted ?? phrases?.[name]
}

type TranslateAny = (key: string, variables?: Readonly<Record<string, Value>>) => string

const translators = new Map<string, TranslateAny>()

/** The same function for the same language and namespace, so that a memo depends on it and changes with the language. */
function translatorOf(language: Language, namespace: string): TranslateAny {
  const name = `${language}/${namespace}`
  const known = translators.get(name)
  if (known) return known
  const translator: TranslateAny = (key, variables = {}) => {
    const text = findText(key, { language, namespace, count: variables['count'] })
    return text === undefined ? key.slice(key.indexOf(':') + 1) : fillIn(text, variables, language)
  }
  translators.set(name, translator)
  return translator
}

const listOf = (namespaces: Namespaces): readonly Namespace[] =>
  typeof namespaces === 'string' ? [namespaces] : namespaces

/** Returns a translate function for namespaces in a language. Phrases that are not loaded return their keys. */
export const translateTo = <const Named extends Namespaces>(
  language: Language,
  namespaces: Named,
): Translate<Named> =>
  translatorOf(language, listOf(namespaces)[0] ?? 'common') as unknown as Translate<Named>

/** Translates a phrase of any namespace in the interface's language, outside of components. */
export const translate = ((key: string, variables?: Readonly<Record<string, Value>>) =>
  translatorOf(interfaceLanguage.get(), 'common')(key, variables)) as unknown as Translate<
  readonly ['common', ...Namespace[]]
>

/** Whether a key, as `errors:NO_ANSWER`, has a phrase in the interface's language. */
export const hasPhrase = (key: string): boolean =>
  findText(key, { language: interfaceLanguage.get(), namespace: 'common' }) !== undefined

/**
 * The phrases of some namespaces in the interface's language; rerenders the component when the language changes. A component whose phrases
 * its route did not load suspends until they are.
 */
export function useTranslation<const Named extends Namespaces = 'common'>(
  namespaces: Named = 'common' as Named,
): { t: Translate<Named>; language: Language } {
  const language = useStore(interfaceLanguage)
  for (const namespace of listOf(namespaces)) {
    const pending = pendingPhrases(namespace)
    if (pending) use(pending)
  }
  return { t: translateTo(language, namespaces), language }
}
