import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCodes, languages, unavailableReasons } from '@atrium/contract'
import { describe, expect, test } from 'vitest'
import { type Catalogue, loadCatalogue, type Namespace } from './index.ts'

const english: Catalogue = await loadCatalogue('en')
const namespaces = Object.keys(english) as Namespace[]
const suffix = /_(zero|one|two|few|many|other)$/

const baseOf = (key: string) => key.replace(suffix, '')
const isCounted = (catalogue: Catalogue, namespace: Namespace, key: string) =>
  `${baseOf(key)}_other` in catalogue[namespace]
const variablesOf = (phrase: string) =>
  new Set(Array.from(phrase.matchAll(/\{\{(\w+)/g), ([, name]) => String(name)))

describe.each(languages.filter((language) => language !== 'en'))('I18N-01 %s', async (language) => {
  const catalogue = await loadCatalogue(language)

  test.each(namespaces)('has every phrase of %s and no other', (namespace) => {
    const bases = (phrases: Record<string, string>) =>
      [...new Set(Object.keys(phrases).map(baseOf))].toSorted()
    expect(bases(catalogue[namespace])).toEqual(bases(english[namespace]))
  })

  test.each(namespaces)('names the same variables in %s', (namespace) => {
    for (const [key, phrase] of Object.entries(catalogue[namespace])) {
      const counted = isCounted(english, namespace, key)
      const original = english[namespace][counted ? `${baseOf(key)}_other` : key] ?? ''
      const [expected, found] = [variablesOf(original), variablesOf(phrase)]
      // "Two members" expresses the count without the number.
      if (counted && !key.endsWith('_other')) for (const names of [expected, found]) names.delete('count')
      expect({ key, variables: [...found].toSorted() }).toEqual({ key, variables: [...expected].toSorted() })
    }
  })
})

describe.each(languages)('I18N-01 %s', async (language) => {
  const catalogue = await loadCatalogue(language)
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories

  test('has the plural forms of its language for every phrase that counts, and no other', () => {
    for (const namespace of namespaces) {
      const counted = Object.keys(english[namespace])
        .filter((key) => key.endsWith('_other'))
        .map(baseOf)
      for (const base of counted) {
        const found = Object.keys(catalogue[namespace]).filter(
          (key) => suffix.test(key) && baseOf(key) === base,
        )
        expect({ base, forms: found.map((key) => key.slice(base.length + 1)).toSorted() }).toEqual({
          base,
          forms: forms.toSorted(),
        })
      }
    }
  })

  /** Shown only while payments are on: the rest of `billing` without prices too. */
  const ofShops = ['billing', 'shell:user.buyTopUp', 'errors:PLAN_NOT_FOR_SALE']

  test('PLAN-03 offers nothing for sale, except where payments are on', () => {
    const shop =
      /\b(buy|purchase|upgrade your plan|contact sales|write to us|pricing)\b|achet|écrivez-nous|\bmua\b|viết cho chúng tôi|liên hệ bán|购买|联系我们|升级套餐|شراء|اشترِ|راسلنا|ترقية/iu
    const found = namespaces.flatMap((namespace) =>
      Object.entries(catalogue[namespace])
        // The feedback form that an operator configures.
        .filter(
          ([key, phrase]) =>
            key !== 'user.writeToUs' &&
            !ofShops.includes(namespace) &&
            !ofShops.includes(`${namespace}:${key}`) &&
            shop.test(phrase),
        )
        .map(([key, phrase]) => `${namespace}:${key} ${phrase}`),
    )
    expect(found).toEqual([])
  })

  test('API-02 each reason for an unavailable service has its own phrase', () => {
    const texts = unavailableReasons.map((reason) => catalogue.errors[`UNAVAILABLE.${reason}`])
    expect(texts.every((text) => typeof text === 'string' && text !== '')).toBe(true)
    expect(new Set([...texts, catalogue.errors['UNAVAILABLE']]).size).toBe(unavailableReasons.length + 1)
  })

  test('has words for every error', () => {
    for (const code of errorCodes) expect(catalogue.errors[code], code).toBeTruthy()
  })

  test('leaves no phrase empty', () => {
    for (const namespace of namespaces)
      for (const [key, phrase] of Object.entries(catalogue[namespace]))
        expect(phrase.trim(), key).not.toBe('')
  })
})

describe('I18N-01 every phrase is used', () => {
  const root = join(import.meta.dirname, '../../..')
  const sources = globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/ui/src/**/*.{ts,tsx}'], { cwd: root })
    .filter((path) => !/\.(test|gen)\.tsx?$|\/testing\//.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8'))
  // A phrase is used where its key stands as a literal, or fits a template with one gap: `password.rule.${rule}`.
  const literals = new Set(
    sources.flatMap((source) => Array.from(source.matchAll(/(['"`])([^'"`\n$]+)\1/g), ([, , text]) => text)),
  )
  const templates = sources
    .flatMap((source) =>
      Array.from(source.matchAll(/`([\w.:-]*)\$\{[^`{}]*\}([\w.:-]*)`/g), ([, head = '', tail = '']) => ({
        head,
        tail,
      })),
    )
    .filter(({ head, tail }) => /[.:]/.test(head + tail))

  test.each(namespaces)('of %s', (namespace) => {
    const isUsed = (key: string) =>
      [key, `${namespace}:${key}`].some(
        (name) =>
          literals.has(name) ||
          templates.some(({ head, tail }) => name.startsWith(head) && name.endsWith(tail)),
      )
    expect([...new Set(Object.keys(english[namespace]).map(baseOf))].filter((key) => !isUsed(key))).toEqual(
      [],
    )
  })
})
