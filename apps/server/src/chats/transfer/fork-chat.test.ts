import { answerText, type ChatId, contract, limits, mintId, type TurnId } from '@atrium/contract'
import { holdAnswer } from '@atrium/sandbox'
import {
  ApiFailure,
  call,
  checkInvariants,
  readEvents,
  send,
  startWorld,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { postForm } from '@atrium/testkit/upload-context-file.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { png } from '../../files/pictures/pictures-for-tests.ts'

let world: World
let kim: TestPerson

beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
beforeEach(async () => {
  world.model.reset()
  world.model.script('*', [{ text: 'Keemun comes from Anhui.' }, { finish: 'stop' }])
  kim = await world.signUp()
})
afterAll(() => world.close())

const ask = async (question: string, more: Parameters<TestPerson['ask']>[1] = {}) => {
  const asked = await kim.ask(question, more)
  await readEvents(asked.response)
  return asked
}
const read = async (chatId: ChatId, person = kim) =>
  (await call('getChat', person.api, { params: { chatId } })).message
const fork = async (chatId: ChatId, turnId: TurnId, person = kim) =>
  (await call('forkChat', person.api, { params: { chatId }, body: { turnId } })).message
const codeOf = (calling: Promise<unknown>) =>
  calling.then(
    () => 'ok',
    (error: unknown) => (error instanceof ApiFailure ? error.reply.code : String(error)),
  )

test('a fork has the turns of the branch up to one turn, is marked, and costs nothing', async () => {
  const first = await ask('Where does keemun come from?')
  await ask('An edit that another branch has', { chatId: first.chatId })
  const second = await ask('And oolong?', { chatId: first.chatId, parentTurnId: first.turnId })
  await ask('And sencha?', { chatId: first.chatId, parentTurnId: second.turnId })
  const before = (await call('getUserInfo', kim.api, {})).message.balanceUserCredits

  const made = await fork(first.chatId, second.turnId)
  const original = await read(first.chatId)
  const copy = await read(made.chatId)
  expect(copy).toMatchObject({
    chatTitle: original.chatTitle,
    roomId: original.roomId,
    currentTurnId: made.turnId,
    isFork: true,
    forkedFrom: { chatId: first.chatId, turnId: second.turnId },
  })
  expect(copy.turns.map(({ question, parts }) => [question.text, answerText(parts)])).toEqual([
    ['Where does keemun come from?', 'Keemun comes from Anhui.'],
    ['And oolong?', 'Keemun comes from Anhui.'],
  ])
  expect(copy.turns[1]?.parentTurnId).toBe(copy.turns[0]?.turnId)
  expect(copy.turns.map(({ question, startedAt }) => [question.askedAt, startedAt])).toEqual(
    [first.turnId, second.turnId].map((id) => {
      const turn = original.turns.find(({ turnId }) => turnId === id)
      return [turn?.question.askedAt, turn?.startedAt]
    }),
  )
  expect(copy.turns.map(({ creditsCharged, usage }) => [creditsCharged, usage])).toEqual([
    [null, null],
    [null, null],
  ])
  const { message: list } = await call('listRecentChats', kim.api, { query: {} })
  expect(
    list.map(({ chatId, isFork, questionCount, creditsUsed }) => ({
      chatId,
      isFork,
      questionCount,
      creditsUsed,
    })),
  ).toMatchObject([
    { chatId: made.chatId, isFork: true, questionCount: 2, creditsUsed: 0 },
    { chatId: first.chatId, isFork: false, questionCount: 4 },
  ])
  expect((await call('getUserInfo', kim.api, {})).message.balanceUserCredits).toBe(before)
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])

  // It is independent: the model gets the copied turns, the original doesn't change.
  await ask('Which of both is older?', { chatId: made.chatId, parentTurnId: made.turnId })
  expect(JSON.stringify(world.model.requests())).toContain('And oolong?')
  expect((await read(first.chatId)).turns).toHaveLength(4)
})

test('HIST-04 search finds a fork, and it keeps its pictures when the original is erased', async () => {
  const { data: form } = await call('getAttachmentForm', kim.api, {
    query: { filename: 'tea.png', 'content-type': 'image/png' },
  })
  expect((await postForm(world.url, form, png)).ok).toBe(true)
  const { chatId, turnId } = await ask('', {
    modelId: 'test-seeing',
    ask: {
      kind: 'question',
      messageId: mintId('message'),
      text: 'Which cultivar is on it?',
      attachments: [form.file_id],
    },
  })
  const made = await fork(chatId, turnId)
  for (const query of ['cultivar', 'anhui']) {
    const { message: chats } = await call('searchChats', kim.api, { query: { query } })
    expect(chats.map((found) => found.chatId)).toContain(made.chatId)
  }
  await sql`delete from chat where id = ${chatId}`.execute(world.database.kysely)
  const copy = await read(made.chatId)
  expect(copy).toMatchObject({ isFork: true, forkedFrom: null })
  expect(copy.turns[0]?.question.attachments).toMatchObject([{ id: form.file_id, name: 'tea.png' }])
  const picture = await send(contract.openChatPicture, kim.api, {
    params: { chatId: made.chatId, fileId: form.file_id },
  })
  expect(picture.status).toBe(200)
})

test('a fork that is not possible is refused with its reason', async () => {
  const mine = await ask('Which tea is smoked?')
  const other = await ask('Which tea is white?')
  const lee = await world.signUp()
  expect(await codeOf(fork(mine.chatId, mine.turnId, lee))).toBe('NOT_FOUND')
  expect(await codeOf(fork(mine.chatId, other.turnId))).toBe('NOT_FOUND')
  expect(await codeOf(fork(mine.chatId, mintId('turn')))).toBe('NOT_FOUND')

  const temporary = await ask('A secret', { isTemporary: true })
  expect(await codeOf(fork(temporary.chatId, temporary.turnId))).toBe('CONFLICT')

  const answer = holdAnswer()
  world.model.script('test-model', answer.respond)
  const open = await kim.ask('Where is it from?', { chatId: mine.chatId, parentTurnId: mine.turnId })
  expect(await codeOf(fork(mine.chatId, open.turnId))).toBe('CONFLICT')
  answer.say('Anhui.')
  answer.finish()
  await readEvents(open.response)
  expect(await codeOf(fork(mine.chatId, open.turnId))).toBe('ok')

  await call('deleteChat', kim.api, { params: { chatId: mine.chatId } })
  expect(await codeOf(fork(mine.chatId, mine.turnId))).toBe('NOT_FOUND')
})

test('a person can fork a limited number of chats per minute', async () => {
  const { chatId, turnId } = await ask('Which tea is smoked?')
  for (let count = 0; count < limits.maxForksPerMinute; count += 1) await fork(chatId, turnId)
  expect(await codeOf(fork(chatId, turnId))).toBe('RATE_LIMITED')
})
