import { expect, test } from 'vitest'
import { aChat, aTurn } from '../../../entities/turns/turn.fixture.ts'
import { chatsAsJson } from '../chat-files.ts'
import { writeZip } from '../zip/write-zip.ts'
import { aConversation, aNode, branchedConversation } from './chatgpt.fixture.ts'
import { readChatsFile } from './read-chats-file.ts'

const json = (content: unknown) => new Blob([JSON.stringify(content)])
const faultOf = (file: Blob) =>
  readChatsFile(file).then(
    () => 'read',
    (error: { fault?: string }) => error.fault,
  )

test('HIST-05 a ChatGPT export is read with its branches, texts, models and dates', async () => {
  const { source, chats, skipped, leftOut } = await readChatsFile(json([branchedConversation()]))
  expect({ source, skipped, leftOut }).toEqual({ source: 'chatgpt', skipped: [], leftOut: 2 })
  const [chat] = chats
  expect(chat).toMatchObject({
    sourceId: '6638b1d0-0000-4000-8000-000000000001',
    title: 'Old drinks',
    createdAt: '2024-05-06T07:08:00.000Z',
    currentTurn: 2,
  })
  const received = chat?.turns.map((turn) => [
    turn.parent,
    turn.sameQuestionAs,
    turn.question,
    turn.answer,
    turn.modelName,
  ])
  expect(received).toEqual([
    [null, null, 'Which is older, tea or coffee?', 'Tea.', 'gpt-4'],
    [null, 0, 'Which is older, tea or coffee?', 'Let me look.\n\nTea, by far.', 'gpt-4o'],
    [1, null, 'What is this? ', '', null],
    [null, null, 'Which is older, tea or water?', 'Water.', 'gpt-4o'],
  ])
  expect(chat?.turns.map(({ state }) => state)).toEqual(['answered', 'answered', 'stopped', 'answered'])
  expect(chat?.turns[1]).toMatchObject({
    askedAt: '2024-05-06T07:08:09.500Z',
    answeredAt: '2024-05-06T07:08:30.000Z',
  })
})

test("HIST-05 broken, empty or unknown chats don't affect the others", async () => {
  const alone = aConversation([aNode('root', null, null)], { title: 'Nothing\u202e in it' })
  const strange = aConversation(
    [
      aNode('q', null, { role: 'user', text: 'A ring?' }),
      aNode('a', 'q', { role: 'assistant', content: { content_type: 'hologram', stuff: [1] } }),
      ['ring', { id: 'ring', parent: 'ring', children: ['q', 'ring'], message: null }],
      ['number', [7]],
    ],
    { create_time: 'yesterday', current_node: 'nowhere', conversation_id: undefined, title: null },
  )
  const { chats, skipped, leftOut } = await readChatsFile(
    json([null, alone, strange, { title: 'No tree' }, branchedConversation()]),
  )
  expect(chats.map(({ title }) => title)).toEqual(['A ring?', 'Old drinks'])
  expect(chats[0]?.turns).toMatchObject([{ question: 'A ring?', answer: '', state: 'stopped' }])
  expect(skipped).toEqual([
    { title: '', reason: 'unreadable' },
    { title: 'Nothing in it', reason: 'empty' },
    { title: 'No tree', reason: 'unreadable' },
  ])
  expect(leftOut).toBe(3)
})

test('HIST-05 a conversation as deep or as wide as a file allows is read or refused without blocking', async () => {
  const chain = Array.from({ length: 60_000 }, (_, index) =>
    aNode(`n${index}`, index === 0 ? null : `n${index - 1}`, {
      role: index % 2 ? 'assistant' : 'user',
      text: index < 4000 ? 'x' : '',
    }),
  )
  const fan = Array.from({ length: 6000 }, (_, index) =>
    aNode(`f${index}`, index === 0 ? null : 'f0', {
      role: index === 0 ? 'user' : 'assistant',
      text: 'y'.repeat(900),
    }),
  )
  const long = aConversation([
    aNode('q', null, { role: 'user', text: 'q'.repeat(200_001) }),
    aNode('a', 'q', { role: 'assistant', text: 'a' }),
  ])
  const { chats, skipped } = await readChatsFile(json([aConversation(chain), aConversation(fan), long]))
  expect(chats.map(({ turns }) => turns.length)).toEqual([2000])
  expect(skipped.map(({ reason }) => reason)).toEqual(['tooLong', 'tooLong'])
})

test('HIST-05 code in an answer gets fences longer than its own', async () => {
  const code = { content_type: 'code', language: 'markdown', text: '```\nx\n```' }
  const { chats } = await readChatsFile(
    json([
      aConversation([
        aNode('q', null, { role: 'user', text: 'Q' }),
        aNode('a', 'q', { role: 'assistant', content: code }),
      ]),
    ]),
  )
  expect(chats[0]?.turns[0]?.answer).toBe('````markdown\n```\nx\n```\n````')
})

test('HIST-05 the zip of a ChatGPT export is read, including split ones', async () => {
  const file = await writeZip([
    { name: 'user.json', content: json({ email: 'kim@example.com' }) },
    { name: 'conversations-000.json', content: json([branchedConversation()]) },
    {
      name: 'conversations-001.json',
      content: json([branchedConversation({ conversation_id: 'b', title: 'Second' })]),
    },
    { name: 'chat.html', content: new Blob(['<html>']) },
  ])
  const { chats } = await readChatsFile(file)
  expect(chats.map(({ title }) => title)).toEqual(['Old drinks', 'Second'])
})

test('HIST-05 Atrium’s own export round-trips: texts, branches, titles, dates, labels and stars', async () => {
  const first = aTurn({
    parts: [
      { type: 'reasoning', id: 'r', text: 'Hm.' },
      { type: 'text', id: 't', text: 'Because **so**. هكذا 茶' },
    ],
    rating: 'down',
    endedAt: '2026-11-21T03:00:09.000Z',
  })
  const other = aTurn({ question: first.question, position: 2, modelName: null })
  const next = aTurn({ parentTurnId: first.turnId, position: 3, state: 'open', parts: [], endedAt: null })
  const chat = {
    ...aChat([first, other, next]),
    currentTurnId: other.turnId,
    isStarred: true,
    labels: [{ labelId: 'label_x' as const, name: 'Été' }],
  }
  const written = chatsAsJson([chat], new Date('2026-11-21T03:00:00Z'))
  const { source, chats, skipped } = await readChatsFile(new Blob([written]))
  expect({ source, skipped }).toEqual({ source: 'atrium', skipped: [] })
  expect(chats).toEqual([
    {
      sourceId: chat.chatId,
      title: 'Why',
      createdAt: chat.createdAt,
      isStarred: true,
      labels: ['Été'],
      currentTurn: 1,
      turns: [
        {
          parent: null,
          sameQuestionAs: null,
          question: 'Why?',
          askedAt: first.question.askedAt,
          modelName: 'Model',
          state: 'answered',
          reasoning: 'Hm.',
          answer: 'Because **so**. هكذا 茶',
          answeredAt: '2026-11-21T03:00:09.000Z',
          rating: 'down',
        },
        expect.objectContaining({ parent: null, sameQuestionAs: 0, answer: 'Because.', modelName: null }),
        expect.objectContaining({
          parent: 0,
          sameQuestionAs: null,
          state: 'interrupted',
          answer: '',
          answeredAt: null,
        }),
      ],
    },
  ])
})

test.each([
  ['a picture', new Blob(['\x89PNG']), 'broken'],
  ['an empty file', new Blob([]), 'broken'],
  ['an empty list', json([]), 'none'],
  ['other JSON', json({ hello: 1 }), 'unknown'],
  ['a list of other things', json([1, 2]), 'unknown'],
  ['an export of a later version', json({ format: 'atrium-chats', version: 9, chats: [] }), 'unknown'],
  ['a zip that is cut off', new Blob(['PK\u0003\u0004 nothing more']), 'broken'],
])('HIST-05 %s is refused with its reason', async (_, file, fault) => {
  expect(await faultOf(file)).toBe(fault)
})

test('HIST-05 a zip without conversations is refused', async () => {
  expect(await faultOf(await writeZip([{ name: 'a.txt', content: new Blob(['a']) }]))).toBe('unknown')
})

test("HIST-05 the decompressed size is bounded, regardless of the zip's headers", async () => {
  const zeros = new Blob([new Uint8Array(100_000)])
  const zip = await writeZip([{ name: 'conversations.json', content: zeros }])
  expect(zip.size).toBeLessThan(1000)
  for (const file of [zip, zeros])
    await expect(readChatsFile(file, 50_000)).rejects.toMatchObject({ fault: 'tooLarge' })
})
