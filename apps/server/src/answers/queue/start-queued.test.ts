import { type ChatId, type ChatShare, contract, mintId, type RoomId, type TurnId } from '@atrium/contract'
import { holdAnswer } from '@atrium/sandbox'
import { ApiFailure, call, readEvents, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { colleagueOf } from '@atrium/testkit/colleague-of.ts'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'

let world: World
let kim: TestPerson
let mai: TestPerson
let lin: TestPerson
let roomId: RoomId

beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp({ name: 'Kim Owner' })
  mai = await colleagueOf(world, kim, { name: 'Mai Member' })
  lin = await colleagueOf(world, kim, { name: 'Lin Member' })
})
beforeEach(async () => {
  world.model.reset()
  world.model.script('*', [{ text: 'From Anhui.' }, { finish: 'stop' }])
  const { data: room } = await call('createRoom', kim.api, {
    params: { accountId: kim.accountId },
    body: { name: `Tea ${mintId('room').slice(-6)}`, access_type: 'PRIVATE' },
  })
  roomId = room.id
  await call('addRoomMembers', kim.api, {
    params: { roomId },
    body: [mai, lin].map(({ userId: id }) => ({ id, membership_type: 'MEMBER' as const })),
  })
  for (const person of [kim, mai, lin]) Object.assign(person.api, { roomId })
})
afterAll(() => world.close())

const share = (chatId: ChatId, to: ChatShare) =>
  call('shareChat', kim.api, { params: { chatId }, body: { share: to } })
const read = async (person: TestPerson, chatId: ChatId) =>
  (await call('getChat', person.api, { params: { chatId } })).message
const queueOf = async (person: TestPerson, chatId: ChatId) =>
  (await read(person, chatId)).queue.map(({ text, author, state, reason }) => ({
    text,
    by: author.name,
    state,
    reason,
  }))
const codeOf = (calling: Promise<unknown>): Promise<string> =>
  calling.then(
    () => 'ok',
    (error: unknown) => (error instanceof ApiFailure ? error.reply.code : String(error)),
  )

function queue(
  person: TestPerson,
  chatId: ChatId,
  afterTurnId: TurnId,
  text: string,
  turnId = mintId('turn'),
) {
  const ask = { kind: 'question' as const, messageId: mintId('message'), text }
  const body = { turnId, afterTurnId, modelId: 'test-model', ask }
  return { turnId, reply: call('queueQuestion', person.api, { params: { chatId }, body }) }
}

/** An open chat in which an answer to the owner is running. */
async function openChatWithAnswer() {
  const first = await kim.ask('Hello')
  await readEvents(first.response)
  await expect.poll(async () => (await read(kim, first.chatId)).turns[0]?.state).toBe('answered')
  await share(first.chatId, 'open')
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond, { times: 1 })
  const running = await kim.ask('Where does keemun come from?', {
    chatId: first.chatId,
    parentTurnId: first.turnId,
  })
  await answer.asked
  return { chatId: first.chatId, running, answer }
}
const questionsOf = async (chatId: ChatId) =>
  (await read(kim, chatId)).turns.map(({ question, askedById, state, parentTurnId, turnId }) => ({
    text: question.text,
    askedById,
    state,
    parentTurnId,
    turnId,
  }))

test('CHAT-11 questions wait in one queue that everybody in the chat sees, and start in order, each charged to its author', async () => {
  const { chatId, running, answer } = await openChatWithAnswer()
  const balanceOf = async (person: TestPerson) =>
    (await call('getUserInfo', person.api, {})).message.balanceUserCredits
  const before = { mai: await balanceOf(mai), lin: await balanceOf(lin) }
  const mine = queue(mai, chatId, running.turnId, 'And oolong?')
  await mine.reply
  const theirs = queue(lin, chatId, running.turnId, 'And sencha?')
  await theirs.reply
  // Repeating it queues it once.
  for (const person of [kim, mai, lin])
    expect(await queueOf(person, chatId)).toEqual([
      { text: 'And oolong?', by: 'Mai Member', state: 'waiting', reason: null },
      { text: 'And sencha?', by: 'Lin Member', state: 'waiting', reason: null },
    ])
  expect(await questionsOf(chatId)).toHaveLength(2)

  answer.say('From Anhui.')
  answer.finish()
  await readEvents(running.response)
  await expect.poll(() => queueOf(kim, chatId)).toEqual([])
  await expect
    .poll(async () => (await questionsOf(chatId)).map(({ state }) => state))
    .toEqual(Array(4).fill('answered'))
  expect((await questionsOf(chatId)).slice(2)).toMatchObject([
    { text: 'And oolong?', askedById: mai.userId, turnId: mine.turnId, parentTurnId: running.turnId },
    { text: 'And sencha?', askedById: lin.userId, turnId: theirs.turnId, parentTurnId: mine.turnId },
  ])
  expect(await balanceOf(mai)).toBeLessThan(before.mai)
  expect(await balanceOf(lin)).toBeLessThan(before.lin)
})

test('CHAT-11 a queued question is removed by its author or an admin of the chat, not by another member', async () => {
  const { chatId, running, answer } = await openChatWithAnswer()
  const questions = ['One?', 'Two?'].map((text) => queue(mai, chatId, running.turnId, text))
  for (const { reply } of questions) await reply
  const remove = (person: TestPerson, turnId: TurnId) =>
    codeOf(call('removeQueuedQuestion', person.api, { params: { chatId, turnId } }))
  const [one, two] = questions.map(({ turnId }) => turnId)
  if (!one || !two) throw new Error('two questions')
  expect(await remove(lin, one)).toBe('FORBIDDEN')
  expect(await remove(mai, one)).toBe('ok')
  expect(await remove(kim, two)).toBe('ok')
  expect(await queueOf(kim, chatId)).toEqual([])
  answer.finish()
})

test('CHAT-11 R11 only in an open chat, for those who may ask; a question of a known id is queued once', async () => {
  const { chatId, running, answer } = await openChatWithAnswer()
  const turnId = mintId('turn')
  for (let count = 0; count < 2; count += 1) await queue(mai, chatId, running.turnId, 'Again?', turnId).reply
  expect(await queueOf(mai, chatId)).toHaveLength(1)
  expect(await codeOf(queue(lin, chatId, running.turnId, 'Other', turnId).reply)).toBe(
    'IDEMPOTENCY_KEY_REUSED',
  )
  expect(await codeOf(queue(mai, chatId, mintId('turn'), 'After nothing').reply)).toBe('NOT_FOUND')
  await share(chatId, 'read')
  expect(await codeOf(queue(mai, chatId, running.turnId, 'More?').reply)).toBe('FORBIDDEN')
  expect(await codeOf(queue(kim, chatId, running.turnId, 'More?').reply)).toBe('CONFLICT')
  await share(chatId, 'none')
  expect(await codeOf(queue(mai, chatId, running.turnId, 'More?').reply)).toBe('NOT_FOUND')
  answer.finish()
})

test('CHAT-11 PERM-05 permissions are checked again when a queued question starts: a former room member gets it back with the reason', async () => {
  const { chatId, running, answer } = await openChatWithAnswer()
  const left = queue(mai, chatId, running.turnId, 'Of one who leaves')
  await left.reply
  const stayed = queue(lin, chatId, running.turnId, 'Of one who stays')
  await stayed.reply
  await call('removeRoomMember', kim.api, { params: { roomId, userId: mai.userId } })
  answer.say('From Anhui.')
  answer.finish()
  await readEvents(running.response)
  await expect
    .poll(async () => (await questionsOf(chatId)).map(({ text }) => text))
    .toEqual(['Hello', 'Where does keemun come from?', 'Of one who stays'])
  expect(await queueOf(kim, chatId)).toEqual([])
  const returned = async () =>
    (await call('listReturnedQuestions', mai.api, {})).message.filter((one) => one.chatId === chatId)
  expect(await returned()).toMatchObject([
    { chatId, turnId: left.turnId, text: 'Of one who leaves', state: 'returned', reason: 'NOT_FOUND' },
  ])
  await call('removeQueuedQuestion', mai.api, { params: { chatId, turnId: left.turnId } })
  expect(await returned()).toEqual([])
})

test('CHAT-11 CHAT-04 after a stopped answer the queue asks before the next question, and its author or an admin confirms', async () => {
  const { chatId, running, answer } = await openChatWithAnswer()
  const { turnId, reply } = queue(mai, chatId, running.turnId, 'And oolong?')
  await reply
  answer.say('From ')
  await call('stopAnswer', kim.api, { params: { turnId: running.turnId } })
  await readEvents(running.response)
  await expect.poll(() => queueOf(lin, chatId)).toMatchObject([{ state: 'asking' }])
  const confirm = (person: TestPerson) =>
    codeOf(call('sendQueuedQuestion', person.api, { params: { chatId, turnId } }))
  expect(await confirm(lin)).toBe('FORBIDDEN')
  expect(await questionsOf(chatId)).toHaveLength(2)
  expect(await confirm(mai)).toBe('ok')
  await expect
    .poll(async () => (await questionsOf(chatId)).at(-1))
    .toMatchObject({
      text: 'And oolong?',
      state: 'answered',
    })
  expect(await queueOf(kim, chatId)).toEqual([])
})

test('CHAT-11 a question asked at the same moment as another is refused for the queue, so that it starts no second branch', async () => {
  const { chatId, answer } = await openChatWithAnswer()
  const [first] = await questionsOf(chatId)
  const parentTurnId = first?.turnId ?? null
  const late = await mai.ask('At the same moment?', { chatId, parentTurnId, isLast: true })
  expect(((await late.response.json()) as { code: string }).code).toBe('ANSWER_RUNNING')
  answer.finish()
})

test('CHAT-11 CHAT-10 the end of a stream says what an answer cost to its asker and the chat owner alone', async () => {
  const { chatId, running, answer } = await openChatWithAnswer()
  const streamFor = (person: TestPerson) =>
    send(contract.readAnswer, person.api, { params: { turnId: running.turnId } })
  const live = await streamFor(mai)
  answer.say('From Anhui.')
  answer.finish()
  const costIn = async (response: Response) => {
    const { events } = await readEvents(response)
    const end = events.find((event) => event.part.type === 'finish')
    return end?.part.type === 'finish' ? end.part.messageMetadata.creditsCharged : 'no end'
  }
  expect(await costIn(running.response)).toBeGreaterThan(0)
  expect(await costIn(live)).toBeNull()
  expect(await costIn(await streamFor(mai))).toBeNull()
  expect(await costIn(await streamFor(kim))).toBeGreaterThan(0)
  expect((await read(mai, chatId)).turns.at(-1)?.creditsCharged).toBeNull()
})
