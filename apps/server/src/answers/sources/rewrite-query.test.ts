import { expect, test } from 'vitest'
import { rewriteQuery } from './rewrite-query.ts'

const before = (question: string, answer = '') => ({ question, answer })

test.each([
  [
    'And in winter?',
    before('How long is the opening season of the museum?'),
    ['opening', 'season', 'museum'],
  ],
  [
    'When does it begin?',
    before('Where is the harvest festival?', 'It is in Lyon [1].'),
    ['harvest', 'Lyon'],
  ],
  ['Et pour les stagiaires ?', before('Combien de congés ont les salariés ?'), ['congés', 'salariés']],
  ['Còn mùa đông thì sao?', before('Bảo tàng mở cửa lúc mấy giờ?'), ['Bảo', 'tàng']],
  ['它什么时候开始？', before('音乐节在哪里举行？'), ['音乐节']],
  ['ومتى يبدأ؟', before('أين يقام مهرجان الحصاد؟'), ['مهرجان', 'الحصاد']],
])('KB-06 %s is searched with words of the previous question', (question, last, words) => {
  const { query, isRewritten } = rewriteQuery(question, last)
  expect(isRewritten).toBe(true)
  expect(query.startsWith(question)).toBe(true)
  for (const word of words) expect(query).toContain(word)
  expect(query).not.toContain('[1]')
})

test.each([
  ['How many vacation days do employees in Lyon get every year?', before('Where is the museum?')],
  ['Combien de jours de congé ont les salariés de Lyon ?', before('Où est le musée ?')],
  ['公司的年假制度规定员工有多少天假期？', before('博物馆在哪里？')],
])('KB-06 %s is complete on its own', (question, last) => {
  expect(rewriteQuery(question, last)).toEqual({ query: question, isRewritten: false })
})

test('KB-06 the first question of a chat is searched unchanged', () => {
  expect(rewriteQuery('And in winter?', null)).toEqual({ query: 'And in winter?', isRewritten: false })
})
