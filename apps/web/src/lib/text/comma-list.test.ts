import { languages } from '@atrium/contract'
import { expect, test } from 'vitest'
import { commaList } from './comma-list.ts'

test('I18N-01 the names of a list are separated in every language', () => {
  expect(
    Object.fromEntries(
      languages.map((language) => [language, commaList(language).format(['Ada', 'Grace', 'Kim'])]),
    ),
  ).toEqual({
    en: 'Ada, Grace, Kim',
    fr: 'Ada, Grace, Kim',
    vi: 'Ada, Grace, Kim',
    zh: 'Ada、Grace、Kim',
    ar: 'Ada وGrace وKim',
  })
})
