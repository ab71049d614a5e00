import { languages, type Language } from '@atrium/contract'
import { type Catalogue, loadCatalogue, type Namespace } from '@atrium/phrases'
import { beforeAll, describe, expect, test } from 'vitest'
import { createInstance } from 'i18next'
import { addPhrases } from './phrases.ts'
import { hasPhrase, translate, translateTo } from './translate.ts'

/** The library whose rules for phrases, plural forms and variables we follow. */
const library = createInstance()
const catalogues = new Map<Language, Catalogue>()
const settings = {
  fallbackLng: false,
  ns: [],
  defaultNS: 'common',
  keySeparator: false,
  interpolation: { escapeValue: false },
} as const

beforeAll(async () => {
  for (const language of languages) catalogues.set(language, await loadCatalogue(language))
  const resources = Object.fromEntries(catalogues) as Record<string, Record<string, Record<string, string>>>
  await library.init({ ...settings, lng: 'en', resources })
  for (const [language, catalogue] of catalogues) addPhrases(language, catalogue)
})

type TranslateAny = (key: string, variables?: object) => string
const translateAny = (language: Language, namespace: Namespace) =>
  translateTo(language, namespace) as unknown as TranslateAny

const counts = [0, 1, 2, 3, 7, 11, 100, 1_000_000, 1234.5]
const variablesOf = (phrase: string) => Array.from(phrase.matchAll(/\{\{(\w+)/g), ([, name = '']) => name)
/** Values that would be read as more than text by a careless replacement. */
const values = ['Ngọc', '$& {{name}} $t(common:loading)', '<b>']

describe.each(languages)('I18N-01 %s', (language) => {
  test('translates every phrase like the library', () => {
    const namespaces = Object.entries(catalogues.get(language) ?? {}) as [Namespace, Record<string, string>][]
    for (const [namespace, phrases] of namespaces)
      for (const [key, phrase] of Object.entries(phrases)) {
        const isCounted = /_(zero|one|two|few|many|other)$/.test(key)
        const base = key.replace(/_(zero|one|two|few|many|other)$/, '')
        for (const [index, count] of counts.entries()) {
          const named = Object.fromEntries(
            variablesOf(phrase).map((name) => [
              name,
              phrase.includes(`{{${name}, number}}`) ? count : values[index % values.length],
            ]),
          )
          const variables = isCounted ? { ...named, count } : named
          // The library takes a key with blanks for a sentence, and its prefix for a part of that.
          for (const name of base.includes(' ') ? [base] : [base, `${namespace}:${base}`])
            expect(translateAny(language, namespace)(name, variables), name).toBe(
              (library.getFixedT(language, namespace) as (key: string, variables: object) => string)(name, {
                ...variables,
                interpolation: { escapeValue: false },
              }),
            )
        }
      }
  })
})

test('I18N-01 leaves a variable that was not given as it is written, as the library does', () => {
  const [ours, theirs] = [
    translateAny('en', 'rooms'),
    library.getFixedT('en', 'rooms') as unknown as TranslateAny,
  ]
  for (const variables of [{}, { name: undefined }, { name: null }])
    expect(ours('lost.title', variables)).toBe(theirs('lost.title', variables))
})

test('I18N-01 an unknown phrase reads as its key', () => {
  expect(hasPhrase('errors:NO_ANSWER')).toBe(true)
  expect(hasPhrase('errors:NEVER_HEARD_OF')).toBe(false)
  // @ts-expect-error -- there is no such phrase
  expect(translate('errors:NEVER_HEARD_OF')).toBe('NEVER_HEARD_OF')
})

test('I18N-01 the types know every key and the variables that it needs', () => {
  const t = translateTo('en', ['rooms', 'common'])
  expect(t('lost.title', { name: 'Sales' })).toContain('Sales')
  expect(t('common:action.close')).toBe('Close')
  // @ts-expect-error -- a key of the second namespace needs its name before a colon
  t('action.close')
  // @ts-expect-error -- a key of a namespace that was not named
  t('chat:greeting', { name: 'Ada' })
  // @ts-expect-error -- a variable is missing
  t('lost.title')
  // @ts-expect-error -- a variable is misspelt
  t('lost.title', { nmae: 'Sales' })
  // @ts-expect-error -- what counts needs a count
  translate('labels:bulk.restored')
  // @ts-expect-error -- a count is a number
  translate('labels:bulk.restored', { count: '3' })
  expect(translate('labels:bulk.restored', { count: 3 })).toContain('3')
})
