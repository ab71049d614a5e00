import { mintId } from '@atrium/contract'
import { expect, test } from 'vitest'
import { aChat, aTurn } from '../../entities/turns/turn.fixture.ts'
import { chatAsMarkdown, chatsAsJson, fileNameOf } from './chat-files.ts'

const words = {
  asked: 'Question',
  answeredBy: (modelName: string | null) => `Answer by ${modelName}`,
  picture: (name: string) => `Picture: ${name}`,
  unfinished: 'This answer was not completed.',
  when: (moment: string) => moment,
}
const first = aTurn()
const other = aTurn({
  parts: [{ type: 'text', id: 't', text: 'Another.' }],
  question: first.question,
  position: 2,
})
const next = aTurn({ parentTurnId: first.turnId, position: 3, state: 'stopped', parts: [] })

test('CHAT-13 a Markdown file contains the last opened branch, and marks incomplete answers', () => {
  const chat = { ...aChat([first, other, next]), chatTitle: 'Why\n not' }
  expect(chatAsMarkdown(chat, words)).toBe(
    '# Why not\n\n## Question\n\nWhy?\n\n## Answer by Model\n\nBecause.\n\n## Question\n\nWhy?\n\n## Answer by Model\n\n*This answer was not completed.*\n',
  )
})

test('CHAT-13 an export names the pictures of an answer, which it does not contain', () => {
  const drawn = aTurn({
    parts: [
      {
        type: 'picture',
        id: 'picture-1',
        fileId: mintId('file'),
        name: 'A boat 1.png',
        contentType: 'image/png',
        sizeBytes: 9,
        width: 3,
        height: 2,
      },
    ],
  })
  expect(chatAsMarkdown(aChat([drawn]), words)).toContain('*[Picture: A boat 1.png]*')
  const file = JSON.parse(chatsAsJson([aChat([drawn])], new Date()))
  expect(file.chats[0].turns[0].pictures).toEqual([
    { name: 'A boat 1.png', contentType: 'image/png', width: 3, height: 2 },
  ])
})

test('CHAT-13 a JSON file contains every branch', () => {
  const file = JSON.parse(chatsAsJson([aChat([first, other, next])], new Date('2026-11-21T03:00:00Z')))
  expect(file).toMatchObject({ format: 'atrium-chats', version: 1, exportedAt: '2026-11-21T03:00:00.000Z' })
  expect(file.chats[0].turns.map((turn: { parentTurnId: string | null }) => turn.parentTurnId)).toEqual([
    null,
    null,
    first.turnId,
  ])
})

test.each([
  ['Tea: a/b?', 'Tea a b'],
  ['..', 'chat'],
  ['  ', 'chat'],
  ['茶 \u202e و', '茶 و'],
  ['x'.repeat(200), 'x'.repeat(80)],
])('CHAT-13 a chat called “%s” is saved as “%s”', (title, name) => expect(fileNameOf(title)).toBe(name))
