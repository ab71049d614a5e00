import { expect, test } from 'vitest'
import { isDrawable } from './drawable-formula.ts'

test.each([
  ['a fraction', '\\frac{1}{2}'],
  ['sums and roots', '\\sum_{i=0}^{n} \\sqrt{\\frac{x_i^2}{\\left(1+\\frac{1}{n}\\right)}}'],
  [
    'a matrix of twenty by twenty',
    `\\begin{pmatrix}${Array.from({ length: 20 }, () => '1&'.repeat(19) + '1').join('\\\\')}\\end{pmatrix}`,
  ],
  ['escaped braces', '\\{ x \\}'.repeat(40)],
])('CHAT-06 %s is drawn', (_, formula) => {
  expect(isDrawable(formula)).toBe(true)
})

test.each([
  ['nested braces', `${'{'.repeat(500)}x${'}'.repeat(500)}`],
  ['open braces', '{'.repeat(500)],
  ['nested fractions', `${'\\frac{1}{'.repeat(200)}x${'}'.repeat(200)}`],
  ['nested environments', `${'\\begin{matrix}'.repeat(50)}x${'\\end{matrix}'.repeat(50)}`],
  ['a row of scripts', 'x^'.repeat(2000)],
  ['a row of brackets', '('.repeat(4900)],
])('L11 %s are shown as written', (_, formula) => {
  expect(isDrawable(formula)).toBe(false)
})
