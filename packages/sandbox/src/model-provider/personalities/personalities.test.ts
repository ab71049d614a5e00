import { describe, expect, test } from 'vitest'
import type { Conversation } from '../conversation.ts'
import { detectLanguage } from '../language/detect-language.ts'
import { answerAs } from './personalities.ts'

const questions = {
  en: 'How do I plan a garden for a small balcony?',
  fr: "Comment préparer une réunion d'équipe efficace ?",
  vi: 'Làm thế nào để học tiếng Anh hiệu quả?',
  zh: '如何为小阳台规划一个花园？',
  ar: 'كيف يمكنني تنظيم وقتي في العمل؟',
} as const

function answer(
  model: string,
  question: string,
  more: { instructions?: string; earlier?: string; isSample?: boolean } = {},
): string {
  return whole(model, question, more).text
}

function whole(
  model: string,
  question: string,
  {
    instructions = '',
    earlier,
    isSample = false,
  }: { instructions?: string; earlier?: string; isSample?: boolean } = {},
) {
  const turns: Conversation['turns'] = [{ role: 'user', text: question, images: 0 }]
  if (earlier !== undefined)
    turns.unshift(
      { role: 'user', text: earlier, images: 0 },
      { role: 'assistant', text: 'So it is.', images: 0 },
    )
  return answerAs(
    {
      model,
      instructions,
      turns,
      tools: [],
      toolResults: [],
      streaming: false,
      usageAskedFor: true,
      maxOutputTokens: null,
    },
    { isSample },
  )
}

describe.each(Object.entries(questions))('MODEL-06 in %s', (language, question) => {
  test('the writer’s sample is long, in the language of the question, with every kind of Markdown', () => {
    const text = answer('sandbox-writer', question, { isSample: true })
    expect(detectLanguage(text.replace(/```[^]*?```/g, ''))).toBe(language)
    expect(text.length).toBeGreaterThan(language === 'zh' ? 1200 : 2500)
    const kinds = {
      heading: /^## /m,
      nested: /^ {2}- /m,
      task: /^- \[ \] /m,
      table: /^\| --- \|/m,
      quote: /^> /m,
      ordered: /^1\. /m,
      inlineMath: /\$[^$\n]+\$/,
      displayMath: /^\$\$\n[^]+\n\$\$$/m,
      mermaid: /^```mermaid\n/m,
      link: /\]\(https:/,
      footnote: /^\[\^1\]:/m,
    }
    for (const [kind, pattern] of Object.entries(kinds)) expect(text, kind).toMatch(pattern)
    expect(new Set(text.match(/^```(\w+)/gm)).size).toBeGreaterThanOrEqual(4)
    expect(text).not.toMatch(/\{(?:topic|first|second|third|earlier)\}/)
  })

  test("the quick model, the reasoner and a title use the question's language", () => {
    expect(detectLanguage(answer('sandbox-quick', question))).toBe(language)
    const reasoned = whole('sandbox-reasoner', question)
    expect(detectLanguage(reasoned.text)).toBe(language)
    expect(detectLanguage(reasoned.reasoning ?? '')).toBe(language)
    expect(
      detectLanguage(
        answer('sandbox-quick', question, { instructions: 'Write a short title for this conversation.' }),
      ),
    ).toBe(language)
  })

  test('samples take earlier questions up', () => {
    const first = answer('sandbox-writer', question, { isSample: true })
    const second = answer('sandbox-writer', question, { earlier: questions.en, isSample: true })
    expect(first).not.toContain('plan a garden for a small balcony”')
    if (language !== 'en') expect(second).toContain('plan a garden for a small balcony')
    expect(second).not.toBe(first)
  })
})

test('MODEL-06 samples of two questions differ, those of one question are equal', () => {
  const parts = (question: string) =>
    answer('sandbox-writer', question, { isSample: true })
      .match(/^## .+$/gm)
      ?.join()
  const orders = new Set(
    ['What is tea?', 'Why is the sky blue?', 'How to bake bread?', 'Describe a volcano.'].map(parts),
  )
  expect(orders.size).toBeGreaterThan(2)
  expect(answer('sandbox-writer', questions.en)).toBe(answer('sandbox-writer', questions.en))
})

test.each([
  ['What is 12 * (3 + 4)?', '84'],
  ['Compute 2^10 - 24 please', '1000'],
  ['What is 15% of 80?', '12'],
  ['Combien font 3,5 × 4 ?', '14'],
  ['1,250 / 5 = ?', '250'],
  ['١٢ + ٥ = كم؟', '17'],
  ['How many words in: the cat sat on the mat', '6'],
  ['Reverse the word strawberry', 'yrrebwarts'],
  ['Echo: hello you', 'hello you'],
  ['What date is it today?', String(new Date().getUTCFullYear())],
])('MODEL-06 the quick model really answers %s', (question, expected) => {
  expect(answer('sandbox-quick', question)).toContain(expected)
})

test('MODEL-06 a division by zero is no number', () => {
  expect(answer('sandbox-quick', 'What is 1 / 0?')).not.toMatch(/Infinity|NaN/)
})

test.each([
  ['How do I cook rice?', 'Answer in French.', 'fr'],
  ['How do I cook rice?', 'Trả lời bằng tiếng Việt.', 'vi'],
  ['How do I cook rice?', '请用中文回答。', 'zh'],
  [questions.vi, 'Always reply in English', 'en'],
  [questions.fr, 'أجب باللغة العربية', 'ar'],
])('MODEL-06 %s is answered as "%s" wants', (question, instructions, language) => {
  expect(
    detectLanguage(answer('sandbox-writer', question, { instructions }).replace(/```[^]*?```/g, '')),
  ).toBe(language)
})

test.each([
  ['End every answer with: Have a good day.', 'end', 'Have a good day.'],
  ['You work for us.\nBegin every answer with "Dear colleague,"', 'start', 'Dear colleague,'],
  ['Termine chaque réponse par : Bonne journée', 'end', 'Bonne journée'],
  ['Kết thúc mỗi câu trả lời bằng: Chúc vui', 'end', 'Chúc vui'],
  ['每次回答都以“祝好”结尾', 'end', '祝好'],
])('MODEL-06 "%s" is obeyed', (instructions, where, words) => {
  const text = answer('sandbox-quick', questions.en, { instructions })
  expect(where === 'end' ? text.endsWith(words) : text.startsWith(words)).toBe(true)
})

test('MODEL-06 a title is a phrase of the question in at most six words, or the title of the prepared answer', () => {
  const instructions = 'Write a title of three to six words for this conversation.'
  expect(answer('sandbox-quick', questions.en, { instructions })).toBe('Plan garden for small balcony')
  expect(answer('sandbox-quick', `Question: ${questions.fr}\nAnswer: Voici…`, { instructions })).toBe(
    'Mener une bonne réunion',
  )
  expect(answer('sandbox-quick', `${questions.en}\n\nFirst measure it.`, { instructions })).toBe(
    'Plan garden for small balcony',
  )
})

test('MODEL-06 a summary of a conversation extends the one before it and names the questions', () => {
  const instructions = 'Summarise the conversation below.'
  const conversation = [
    'What was said before, summarised already:\n- tea',
    `Person:\n${questions.en}\n\nAssistant:\nMeasure it.`,
    `Person:\n${questions.fr}\n\nAssistant:\nÉcrivez-la.`,
  ].join('\n\n---\n\n')
  expect(answer('sandbox-quick', conversation, { instructions })).toBe(
    "- tea\n- plan a garden for a small balcony\n- préparer une réunion d'équipe efficace",
  )
})

test('MODEL-06 follow-up questions, one a line or as JSON', () => {
  expect(
    answer('sandbox-quick', questions.en, { instructions: 'Suggest three follow-up questions.' }).split('\n'),
  ).toHaveLength(3)
  expect(
    JSON.parse(
      answer('sandbox-quick', questions.en, { instructions: 'Give follow-up questions as a JSON array.' }),
    ),
  ).toHaveLength(3)
})
