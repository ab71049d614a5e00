import { variablesOf } from '@atrium/contract'
import { expect, test } from 'vitest'
import { proposeVariables, withVariable } from './propose-variables.ts'

test.each([
  ['Write to [client] about [client].', ['client']],
  ['Translate <text> for {{reader}}', ['text', 'reader']],
  ['Explain “photosynthesis” and « le thé »', ['photosynthesis', 'le thé']],
  ['Mail ada@example.com 40 % off by 12/03/2026', ['ada@example.com', '40 %', '12/03/2026']],
  ['Meet #{name}# at 10:30', ['10 30']],
  ['Send it by 5 March 2026, or on April 2nd', ['5 March 2026', 'April 2nd']],
  ['Envoie-le le 5 mars 2026 à Claire Dubois', ['5 mars 2026', 'Claire Dubois']],
  ['Thank Grace Hopper and Ada for the tea', ['Grace Hopper', 'Ada']],
  ['请在2026年3月5日前总结《红楼梦》', ['2026年3月5日', '红楼梦']],
  ['Trả lời trước ngày 5 tháng 3 năm 2026', ['ngày 5 tháng 3 năm 2026']],
  ['لخّص «كليلة ودمنة» قبل 5 مارس 2026', ['كليلة ودمنة', '5 مارس 2026']],
  ['A plain question with 1 idea', []],
  ['', []],
])('LIB-03 %s proposes its changing parts as variables', (text, names) => {
  expect(proposeVariables(text).map(({ name }) => name)).toEqual(names)
})

test('LIB-03 an accepted proposal is a variable wherever it stands', () => {
  const text = 'Write to [client]. Greet [client] by name.'
  const [proposal] = proposeVariables(text)
  const template = withVariable(text, proposal ?? { found: '', name: '' })
  expect(template).toBe('Write to #{client}#. Greet #{client}# by name.')
  expect(variablesOf(template).map(({ name }) => name)).toEqual(['client'])
})
