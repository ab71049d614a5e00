import { variablesOf } from '@atrium/contract'
import { expect, test } from 'vitest'
import { proposeVariables, withVariable } from './propose-variables.ts'

test.each([
  ['Write to [client] about [client].', ['client']],
  ['Translate <text> for {{reader}}', ['text', 'reader']],
  ['Explain “photosynthesis” and « le thé »', ['photosynthesis', 'le thé']],
  ['Mail ada@example.com 40 % off by 12/03/2026', ['ada@example.com', '40 %', '12/03/2026']],
  ['Meet #{name}# at 10:30', ['10 30']],
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
