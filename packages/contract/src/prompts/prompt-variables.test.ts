import { expect, test } from 'vitest'
import { fillTemplate, readTemplate, variablesOf } from './prompt-variables.ts'

const plain = (name: string) => ({ name, hint: '', choices: [] })

test.each([
  ['a name', 'For #{audience}#.', [plain('audience')]],
  ['a hint', '#{topic: what it is about}#', [{ name: 'topic', hint: 'what it is about', choices: [] }]],
  [
    'choices',
    '#{tone: warm | formal |dry}#',
    [{ name: 'tone', hint: '', choices: ['warm', 'formal', 'dry'] }],
  ],
  ['a hint with a colon', '#{time: as in 10:30}#', [{ name: 'time', hint: 'as in 10:30', choices: [] }]],
  ['spaces around the name', '#{  product name  }#', [plain('product name')]],
  ['another script', '#{الجمهور}# #{受众}#', [plain('الجمهور'), plain('受众')]],
  ['the same name twice', '#{a}# #{a: hint}# #{a: other}#', [{ name: 'a', hint: 'hint', choices: [] }]],
  ['an empty choice', '#{a: | b || b}#', [{ name: 'a', hint: '', choices: ['b'] }]],
  ['two side by side', '#{a}##{b}#', [plain('a'), plain('b')]],
  ['the innermost', '#{a #{b}# c}#', [plain('b')]],
  ['a stray end before', '}# #{a}#', [plain('a')]],
  ['one after an empty one', '#{}#{a}#', [plain('a')]],
  ['no name', '#{}# #{ : hint}#', []],
  ['a line break', '#{a\nb}#', []],
  ['no end', '#{a', []],
  ['a name that is too long', `#{${'n'.repeat(61)}}#`, []],
  ['other braces', '{a} ${b} #c {{d}}', []],
])('LIB-02 variables with %s', (_about, text, variables) => {
  expect(variablesOf(text)).toEqual(variables)
  expect(
    readTemplate(text)
      .map(({ source }) => source)
      .join(''),
  ).toBe(text)
})

test('LIB-02 values replace variables in one pass, as text', () => {
  const values = { a: '#{b}#', b: 'two', constructor: 'x' }
  expect(fillTemplate('#{a}# and #{b: hint}# and #{c}# #{toString}#', values)).toBe(
    '#{b}# and two and #{c}# #{toString}#',
  )
  expect(fillTemplate('#{a}#', { a: '$& $1' })).toBe('$& $1')
  expect(fillTemplate('#{a}#', { a: '  ' })).toBe('#{a}#')
})

test('LIB-02 reading takes linear time', () => {
  const started = performance.now()
  for (const text of [
    '#{'.repeat(100_000),
    '}#'.repeat(100_000),
    '#{ }#'.repeat(40_000),
    '#{a}#'.repeat(40_000),
  ])
    readTemplate(text)
  expect(performance.now() - started).toBeLessThan(3_000)
})
