import { expect, test } from 'vitest'
import { readPromptFile } from './read-prompt-file.ts'

const tea = { title: 'Tea', promptText: 'Which?', tags: ['hot', 'drink'] }

test('a JSON file is a list of templates, or an object that has one', async () => {
  const whole = {
    ...tea,
    description: 'For guests',
    collection: 'Menu',
    language: 'fr',
    modelId: 'm',
    modifiers: { audience: 'x' },
  }
  expect(await readPromptFile(JSON.stringify({ templates: [whole] }))).toEqual([whole])
  expect(
    await readPromptFile(`\uFEFF ${JSON.stringify([{ ...tea, stars: 5 }, null, 3, { title: 'No text' }])}`),
  ).toEqual([tea])
  expect(
    await readPromptFile(
      JSON.stringify([{ command: '/tea', name: 'Tea', content: 'Which?', language: 'tlh' }]),
    ),
  ).toEqual([{ title: 'Tea', promptText: 'Which?', tags: [] }])
})

test('a CSV file names its columns in any order and letters; a missing title is the first line', async () => {
  const csv = '\uFEFFquestion;TAGS;Title\r\n"Which;\n""tea""?";"hot, drink";Tea\r\n;x;Empty\r\nHow?;;\r\n'
  expect(await readPromptFile(csv)).toEqual([
    { title: 'Tea', promptText: 'Which;\n"tea"?', tags: ['hot', 'drink'] },
    { title: 'How?', promptText: 'How?', tags: [] },
  ])
  expect(await readPromptFile("Title,Question\r\nSum,'=1+1\r\nQuote,'tis late\r\n")).toEqual([
    { title: 'Sum', promptText: '=1+1', tags: [] },
    { title: 'Quote', promptText: "'tis late", tags: [] },
  ])
})

test.each([
  ['', 'empty'],
  ['{', 'broken'],
  ['[1, 2]', 'no objects'],
  ['{"templates": 5}', 'no list'],
  ['Title,Body\r\nTea,Which?\r\n', 'no question'],
])('a file without templates has none: %j', async (text) => expect(await readPromptFile(text)).toEqual([]))
