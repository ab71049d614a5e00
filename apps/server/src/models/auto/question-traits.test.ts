import { expect, test } from 'vitest'
import { plainQuestion, traitsOf, type QuestionTraits } from './question-traits.ts'

test.each<[string, string, Partial<QuestionTraits>]>([
  ['nothing special', 'What is the capital of France?', {}],
  ['nothing at all', '', {}],
  ['numbers alone', '17 * 23 = ?', {}],

  ['French', 'Comment est-ce que je prépare le lancement du produit ?', { language: 'fr' }],
  ['Vietnamese', 'Làm thế nào để lập kế hoạch ra mắt sản phẩm?', { language: 'vi' }],
  ['Chinese', '我们应该怎样计划产品发布？', { language: 'zh' }],
  ['Chinese around a name', 'Atrium 是什么？', { language: 'zh' }],
  ['Arabic', 'كيف نخطط لإطلاق المنتج؟', { language: 'ar' }],
  ['German', 'Wie ist das Wetter und warum regnet es nicht?', { language: 'other' }],
  ['Japanese', '製品の発売をどう計画しますか', { language: 'other' }],
  ['Russian', 'Как запланировать запуск продукта?', { language: 'other' }],
  ['English with one French word', 'What is the meaning of déjà vu in the text?', {}],

  ['a code block', 'Why does this fail?\n```\nx = 1\n```', { hasCode: true }],
  ['a function', 'Explain: function add(a, b) { return a + b }', { hasCode: true }],
  ['a query', 'Make SELECT name FROM customers quicker', { hasCode: true }],
  ['an error', 'I get TypeError: x is not iterable. What is it?', { hasCode: true }],
  ['a language of programmers', 'How do I sort a list in Python?', { hasCode: true }],
  ['brackets in prose are no code', 'Write to Ada (our founder) about the launch.', {}],
  ['a choice of words is no query', 'Please select the best from these.', {}],

  ['a picture', 'Draw a cat on a bicycle', { asksForPicture: true }],
  ['a picture, politely', 'Please create an image of the sea', { asksForPicture: true }],
  ['a picture in French', 'Dessine un chat', { asksForPicture: true }],
  ['a picture in Vietnamese', 'Vẽ một con mèo', { asksForPicture: true, language: 'vi' }],
  ['a picture in Chinese', '画一只猫', { asksForPicture: true, language: 'zh' }],
  ['a picture in Arabic', 'ارسم قطة على دراجة', { asksForPicture: true, language: 'ar' }],
  ['about a picture', 'What does this picture show?', {}],
  ['how one draws', 'How do I draw conclusions from the survey?', {}],
])('MODEL-07 traits of a question: %s', (_, text, expected) => {
  expect(traitsOf(text)).toEqual({ ...plainQuestion, ...expected })
})

test('MODEL-07 traits of a question: its attachments', () => {
  expect(traitsOf('What is this?', ['image/png'])).toEqual({ ...plainQuestion, hasImages: true })
  for (const type of [
    'text/csv',
    'application/vnd.ms-excel',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ])
    expect(traitsOf('What is this?', [type])).toEqual({ ...plainQuestion, hasSpreadsheets: true })
  expect(traitsOf('What is this?', ['application/pdf'])).toEqual(plainQuestion)
})
