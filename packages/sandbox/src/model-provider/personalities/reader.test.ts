import { expect, test } from 'vitest'
import { answerAs } from './personalities.ts'

function read(question: string, instructions: string): string {
  return answerAs({
    model: 'sandbox-reader',
    instructions,
    turns: [{ role: 'user', text: question, images: 0 }],
    tools: [],
    toolResults: [],
    streaming: false,
    usageAskedFor: true,
    maxOutputTokens: null,
  }).text
}

const marked = `Answer from these passages and keep their markers.

[1] The Eiffel Tower was finished in 1889. It stands in Paris and is painted every seven years.
[2] The Great Wall of China is very long. Bananas are yellow.
[3] Coffee grows on mountains in Vietnam. The harvest begins in October.`

test.each([
  ['When was the Eiffel Tower finished?', '“The Eiffel Tower was finished in 1889.” [1]'],
  ['How often is it painted?', 'painted every seven years.” [1]'],
  ['When does the coffee harvest begin?', '“The harvest begins in October.” [3]'],
])('MODEL-06 %s is answered with the sentence and its marker', (question, quote) => {
  expect(read(question, marked)).toContain(quote)
})

test('MODEL-06 quotes from a text with headings and items are only the sentence', () => {
  const text = `${marked}\n[4] > ## Mate\n> - Mate is drunk through a straw.`
  expect(read('How is mate drunk?', text)).toContain('Mate is drunk through a straw.” [4]')
  expect(read('How is mate drunk?', text)).not.toMatch(/[#>]/)
})

test('MODEL-06 it says plainly that nothing matches', () => {
  expect(read('Who won the football championship?', marked)).toBe(
    'Nothing in the given passages fits this question.',
  )
  expect(read('Who won the football championship?', 'Be kind.')).toBe(
    'I was given no passages to answer from.',
  )
})

test.each([
  [
    '长城有多长？',
    '[1] 长城全长两万一千公里。它非常古老。\n[2] 香蕉是黄色的。',
    '长城全长两万一千公里。',
    '[1]',
  ],
  [
    'Combien de salariés travaillent à Lyon ?',
    '[4] L’usine de Lyon emploie 240 salariés. Elle date de 1974.',
    '240 salariés',
    '[4]',
  ],
  [
    'Cà phê được thu hoạch khi nào?',
    '[2] Cà phê được thu hoạch vào tháng mười. Trà thì khác.',
    'tháng mười',
    '[2]',
  ],
  ['متى بدأ المشروع؟', '[1] بدأ المشروع في عام ٢٠٢٠. يعمل فيه عشرون موظفا.', 'بدأ المشروع في عام', '[1]'],
])('MODEL-06 %s', (question, passages, words, marker) => {
  const answer = read(question, passages)
  expect(answer).toContain(words)
  expect(answer).toContain(marker)
})

test('MODEL-06 passages may be tagged, or precede the question', () => {
  expect(
    read('What colour are bananas?', '<passage id="7">Bananas are yellow. Apples are red.</passage>'),
  ).toContain('“Bananas are yellow.” [7]')
  expect(
    read('[1] Bananas are yellow.\n[2] Apples are red.\n\nQuestion: What colour are apples?', ''),
  ).toContain('“Apples are red.” [2]')
})
