import { expect, test } from 'vitest'
import { checkSupport } from './check-support.ts'

const sources = new Map([
  [1, 'Every employee in Lyon has 28 days of leave. The budget is 1,250,000 euros.'],
  [2, 'The festival of Marrakesh begins on 14 October and is opened by Amina Benali.'],
  [3, '长城全长两万一千公里，始建于公元前七世纪。门票为45元。'],
  [4, 'تبدأ السنة الدراسية في ١٢ سبتمبر وتنتهي في يونيو.'],
])
const check = (answer: string, question = '') => checkSupport({ answer, question, sources })

test.each([
  'Employees in Lyon have 28 days of leave [1].',
  'Employees have 28 days of leave. [1]',
  'The budget is 1 250 000 euros [1].',
  '- **Employees** in Lyon have 28 days of leave [1].',
  'The festival begins on 14 October [2] and Amina Benali opens it [2].',
  '长城始建于公元前七世纪，门票为45元[3]。',
  'تبدأ السنة الدراسية في 12 سبتمبر [4].',
  'There are two ways to see this.',
  'Les salariés de Lyon ont 28 jours de congé [1].',
])('KB-06 %s is supported', (answer) => {
  expect(check(answer)).toEqual([])
})

test.each([
  ['a number that stands elsewhere', 'Employees in Lyon have 29 days of leave [1].'],
  ['a name that nobody has', 'The festival is opened by Amina Haddad [2].'],
  ['another source than its own', 'The festival of Marrakesh begins on 14 October [1].'],
  ['words of its own', 'Quantum computers decrypt every secret of mankind within minutes [1].'],
  ['a number without a source', 'Prices rose by 37 percent.'],
  ['a number in another language', 'Les salariés de Lyon ont 31 jours de congé [1].'],
  ['Chinese', '长城的门票为60元[3]。'],
  ['Arabic', 'تبدأ السنة الدراسية في ١٥ سبتمبر [4].'],
])('KB-06 %s is marked', (_what, sentence) => {
  expect(check(`Employees in Lyon have 28 days of leave [1]. ${sentence}`)).toEqual([sentence])
})

test('KB-06 numbers from the question, in code, and of unknown sources do not count as claims', () => {
  expect(check('You asked for 37 percent.', 'Is it 37 percent?')).toEqual([])
  expect(check('```\nlet days = 4711\n```')).toEqual([])
  expect(check('It rains a lot [9].')).toEqual([])
})
