import { createRequire } from 'node:module'
import { languages, type Language } from '@atrium/contract'
import { type Catalogue, loadCatalogue, type Namespace } from '@atrium/phrases'
import { beforeAll, describe, expect, test } from 'vitest'
import type { i18n } from 'i18next'
import translator from './i18next.ts'

/** By Node's ways: an import of its name leads to what is tested here. */
const library = createRequire(import.meta.url)('i18next') as i18n

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
  await translator.init({ ...settings, lng: 'en', resources })
})

const counts = [0, 1, 2, 3, 7, 11, 100, 1_000_000, 1234.5]
const variablesOf = (phrase: string) => Array.from(phrase.matchAll(/\{\{(\w+)/g), ([, name = '']) => name)
/** Values that would be read as more than text by a careless replacement. */
const values = ['Ngọc', '$& {{name}} $t(common:loading)', '<b>']

describe.each(languages)('I18N-01 %s', (language) => {
  test('says every phrase as the library does', () => {
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
            expect(translator.getFixedT(language, namespace)(name, variables), name).toBe(
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
  const [ours, theirs] = [translator, library].map(
    (one) => one.getFixedT('en', 'rooms') as typeof translator.t,
  )
  for (const variables of [{}, { name: undefined }, { name: null }])
    expect(ours?.('lost.title', variables)).toBe(theirs?.('lost.title', variables))
})

test('I18N-01 knows which phrases there are, and says the key of one that there is not', () => {
  expect(translator.exists('errors:NO_ANSWER')).toBe(true)
  expect(translator.exists('errors:NEVER_HEARD_OF')).toBe(false)
  expect(translator.t('errors:NEVER_HEARD_OF')).toBe('NEVER_HEARD_OF')
})
