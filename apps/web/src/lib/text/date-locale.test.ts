import { expect, test } from 'vitest'
import { dateLocale } from './date-locale.ts'

test.each([
  ['en', ['en-GB', 'en'], 'en-GB'],
  ['en', ['fr-CA', 'en-US'], 'en-US'],
  ['fr', ['en-GB'], 'fr'],
  ['zh', ['zh-TW'], 'zh-TW'],
  ['ar', [], 'ar'],
])(
  'I18N-01 with the interface in %s and the browser in %j dates are written as in %s',
  (language, browser, locale) => {
    expect(dateLocale(language, browser)).toBe(locale)
  },
)
