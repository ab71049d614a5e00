import {
  type ChatAction,
  type ChatId,
  chatPolicy,
  type ChatShare,
  type ChatRelation,
  chatRelations,
  contract,
  mayInChat,
  mintId,
  type RoomId,
  type TurnId,
} from '@atrium/contract'
import { holdAnswer } from '@atrium/sandbox'
import {
  ApiFailure,
  call,
  checkInvariants,
  readEvents,
  send,
  startWorld,
  type TestPerson,
  textOf,
  type World,
} from '@atrium/testkit'
import { indexAnswers } from '@atrium/testkit/index-answers.ts'
import { colleagueOf } from '@atrium/testkit/colleague-of.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { addToRoom } from '../answers/answers-for-tests.ts'
import { inSystem } from '../platform/database/index.ts'
import { chatsOfPerson, chatToKeep } from './export/own-chats.ts'
import { eraseQuestionsOfPerson } from './history/erase-questions-of-person.ts'

let world: World
let kim: TestPerson
let mai: TestPerson
let ravi: TestPerson
let roomId: RoomId

beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp({ name: 'Kim Owner' })
  ;[mai, ravi] = [
    await colleagueOf(world, kim, { name: 'Mai Member' }),
    await colleagueOf(world, kim, { name: 'Ravi Outside' }),
  ]
})
beforeEach(async () => {
  world.model.reset()
  world.model.script('*', [{ text: 'Keemun comes from Anhui.' }, { finish: 'stop' }])
  roomId = await privateRoom()
  await admit(mai)
})
afterAll(() => world.close())

async function privateRoom(): Promise<RoomId> {
  const { data: room } = await call('createRoom', kim.api, {
    params: { accountId: kim.accountId },
    body: { name: `Tea ${mintId('room').slice(-6)}`, access_type: 'PRIVATE' },
  })
  Object.assign(kim.api, { roomId: room.id })
  return room.id
}

async function admit(person: TestPerson, type: 'MEMBER' | 'ADMIN' = 'MEMBER') {
  await call('addRoomMembers', kim.api, {
    params: { roomId },
    body: [{ id: person.userId, membership_type: type }],
  })
  Object.assign(person.api, { roomId })
}

async function ask(person: TestPerson, question: string, more: Parameters<TestPerson['ask']>[1] = {}) {
  const asked = await person.ask(question, more)
  const { events } = await readEvents(asked.response)
  return { ...asked, events }
}
const share = (chatId: ChatId, to: ChatShare, person = kim) =>
  call('shareChat', person.api, { params: { chatId }, body: { share: to } })
const read = async (chatId: ChatId, person: TestPerson) =>
  (await call('getChat', person.api, { params: { chatId } })).message
const codeOf = (calling: Promise<unknown>): Promise<string> =>
  calling.then(
    () => 'ok',
    (error: unknown) => (error instanceof ApiFailure ? error.reply.code : String(error)),
  )
const codeOfReply = async (response: Response): Promise<string> =>
  response.ok ? 'ok' : ((await response.json()) as { code: string }).code

/** Asks as the owner, and waits for the chat's title, which asks the model too. */
async function askTitled() {
  const asked = await ask(kim, 'Hello')
  const titled = async () =>
    (
      await sql`select from chat where id = ${asked.chatId} and title_source = 'automatic'`.execute(
        world.database.kysely,
      )
    ).rows.length
  await expect.poll(titled).toBe(1)
  return asked
}

type Place = { chatId: ChatId; turnId: TurnId }

/** Does to a chat what the policy names. */
const attempts: Record<ChatAction, (person: TestPerson, place: Place) => Promise<string>> = {
  read: (person, { chatId }) => codeOf(read(chatId, person)),
  ask: async (person, { chatId, turnId }) =>
    await codeOfReply((await person.ask('More?', { chatId, parentTurnId: turnId })).response),
  edit: async (person, { chatId, turnId }) =>
    await codeOfReply(
      (
        await person.ask('Edited?', {
          chatId,
          ask: { kind: 'question', messageId: mintId('message'), text: 'Edited?', replacesTurnId: turnId },
        })
      ).response,
    ),
  stop: (person, { turnId }) => codeOf(call('stopAnswer', person.api, { params: { turnId } })),
  queue: async (person, { chatId, turnId }) => {
    const queuedId = mintId('turn')
    await sql`
      insert into queued_question (account_id, id, chat_id, author_id, after_turn_id, question_text, request, state)
      select account_id, ${queuedId}, chat_id, asked_by, id, 'More?', '{"ask":{}}', 'asking' from turn
      where id = ${turnId}`.execute(world.database.kysely)
    return await codeOf(call('removeQueuedQuestion', person.api, { params: { chatId, turnId: queuedId } }))
  },
  meet: (person, { chatId }) =>
    codeOf(
      call('enterChat', person.api, { params: { chatId }, body: { tabId: 'tab-of-matrix', isHere: true } }),
    ),
  rate: (person, { chatId, turnId }) =>
    codeOf(call('rateAnswer', person.api, { params: { chatId, turnId }, body: { rating: 'up' } })),
  copy: (person, { chatId, turnId }) =>
    codeOf(call('forkChat', person.api, { params: { chatId }, body: { turnId } })),
  rename: (person, { chatId }) =>
    codeOf(call('changeChat', person.api, { params: { chatId }, body: { chatTitle: 'Tea' } })),
  organize: (person, { chatId }) =>
    codeOf(call('changeChats', person.api, { body: { action: 'star', chatIds: [chatId], isStarred: true } })),
  share: (person, { chatId }) => codeOf(share(chatId, 'open', person)),
  link: (person, { chatId, turnId }) =>
    codeOf(call('createChatLink', person.api, { params: { chatId }, body: { turnId } })),
  stopSharing: (person, { chatId }) => codeOf(share(chatId, 'none', person)),
  delete: (person, { chatId }) => codeOf(call('deleteChat', person.api, { params: { chatId } })),
}

type State = { name: string; relation: ChatRelation | null; person: () => TestPerson; share: ChatShare }
const states: State[] = [
  { name: 'the owner of an open chat', relation: 'owner', person: () => kim, share: 'open' },
  { name: 'the owner of a private chat', relation: 'owner', person: () => kim, share: 'none' },
  { name: 'an admin of the room of an open chat', relation: 'openAdmin', person: () => mai, share: 'open' },
  { name: 'a member of the room of an open chat', relation: 'openMember', person: () => mai, share: 'open' },
  { name: 'an admin of the room of a chat to read', relation: 'readAdmin', person: () => mai, share: 'read' },
  {
    name: 'a member of the room of a chat to read',
    relation: 'readMember',
    person: () => mai,
    share: 'read',
  },
  { name: 'a member of the room of a private chat', relation: null, person: () => mai, share: 'none' },
  { name: 'somebody outside the room', relation: null, person: () => ravi, share: 'open' },
]

test('CHAT-11 PERM-05 every relation of the policy has a row in the matrix', () => {
  expect(chatRelations.filter((one) => !states.some(({ relation }) => relation === one))).toEqual([])
})

test.each(states)(
  'CHAT-11 PERM-05 R19 $name may do what the policy says, and nothing else',
  async (state) => {
    if (state.relation?.endsWith('Admin')) {
      await call('makeRoomAdmin', kim.api, { params: { roomId, userId: mai.userId } })
    }
    const person = state.person()
    const outcomes: Record<string, string> = {}
    const expected: Record<string, string> = {}
    for (const action of Object.keys(chatPolicy) as ChatAction[]) {
      for (const isOwn of [false, true]) {
        // The question is the owner's, or the person's own where they could ask it while the chat was open.
        if (isOwn && (state.relation === null || state.relation === 'owner')) continue
        const first = await ask(kim, 'Where does keemun come from?')
        const { chatId } = first
        let { turnId } = first
        if (isOwn) {
          await share(chatId, 'open')
          turnId = (await ask(person, 'And oolong?', { chatId, parentTurnId: null })).turnId
        }
        await share(chatId, state.share)
        const cell = `${action}${isOwn ? ' own' : ''}`
        outcomes[cell] = await attempts[action](person, { chatId, turnId })
        const isTheirs = isOwn || state.relation === 'owner'
        expected[cell] =
          state.relation === null
            ? 'NOT_FOUND'
            : mayInChat(state.relation, action, isTheirs)
              ? 'ok'
              : 'FORBIDDEN'
        if (outcomes[cell] === 'ok' && state.relation !== 'owner' && action === 'organize')
          throw new Error('organized')
      }
    }
    expect(outcomes).toEqual(expected)
  },
)

test('CHAT-11 HIST-01 a shared chat is in the lists of those who may use its room, with who shared it, and counted', async () => {
  const { chatId } = await ask(kim, 'Where does keemun come from?')
  const listFor = async (person: TestPerson, scope: 'all' | 'mine' | 'shared') => {
    const { message, count } = await call('listHistory', person.api, { query: { scope, page_size: '100' } })
    expect(message).toHaveLength(Math.min(count, 100))
    return message.find((item) => item.chatId === chatId)
  }
  expect(await listFor(mai, 'all')).toBeUndefined()
  expect(await listFor(kim, 'shared')).toBeUndefined()

  await share(chatId, 'read')
  const shared = { isShared: true, sharedBy: kim.userId, userName: 'Kim Owner' }
  expect(await listFor(mai, 'all')).toMatchObject({ ...shared, readOnly: true, creditsUsed: 0, labels: [] })
  expect(await listFor(mai, 'shared')).toMatchObject(shared)
  expect(await listFor(mai, 'mine')).toBeUndefined()
  expect(await listFor(kim, 'shared')).toMatchObject({ ...shared, readOnly: false })
  expect(await listFor(kim, 'mine')).toMatchObject(shared)
  expect(await listFor(ravi, 'all')).toBeUndefined()
  const { message: recent } = await call('listRecentChats', mai.api, { query: {} })
  expect(recent.map((item) => item.chatId)).toContain(chatId)

  await share(chatId, 'open')
  expect(await listFor(mai, 'shared')).toMatchObject({ readOnly: false })
  await call('removeRoomMember', kim.api, { params: { roomId, userId: mai.userId } })
  expect(await listFor(mai, 'shared')).toBeUndefined()
  expect(await codeOf(read(chatId, mai))).toBe('NOT_FOUND')
})

test('CHAT-11 HIST-04 search finds the words of a shared chat for those who may read it, questions of everybody included', async () => {
  const word = `zephyr${mintId('chat').slice(-8).toLowerCase()}`
  const { chatId, turnId } = await ask(kim, `What is ${word}?`)
  const foundBy = async (person: TestPerson, query = word) => {
    await indexAnswers(world.database)
    const { message } = await call('searchChats', person.api, { query: { query } })
    return message.map((found) => found.chatId)
  }
  expect(await foundBy(mai)).toEqual([])
  await share(chatId, 'open')
  expect(await foundBy(mai)).toEqual([chatId])
  expect(await foundBy(ravi)).toEqual([])
  await ask(mai, `And ${word}two?`, { chatId, parentTurnId: turnId })
  for (const person of [kim, mai]) expect(await foundBy(person, `${word}two`)).toEqual([chatId])
  await share(chatId, 'none')
  expect(await foundBy(mai, `${word}two`)).toEqual([])
  expect(await foundBy(kim, `${word}two`)).toEqual([chatId])
})

test('CHAT-11 in an open chat everybody asks in their own name and pays for their own questions', async () => {
  const { chatId, turnId } = await ask(kim, 'Where does keemun come from?')
  await share(chatId, 'open')
  const balanceOf = async (person: TestPerson) =>
    (await call('getUserInfo', person.api, {})).message.balanceUserCredits
  const before = { kim: await balanceOf(kim), mai: await balanceOf(mai) }
  const mine = await ask(mai, 'And oolong?', { chatId, parentTurnId: turnId })
  expect(await balanceOf(kim)).toBe(before.kim)
  expect(await balanceOf(mai)).toBeLessThan(before.mai)

  const seen = await read(chatId, mai)
  expect(seen).toMatchObject({
    share: 'open',
    relation: 'openMember',
    readOnly: false,
    owner: { name: 'Kim Owner' },
  })
  expect(seen.turns.map(({ question }) => question.authorName)).toEqual(['Kim Owner', 'Mai Member'])
  expect(seen.turns.map(({ askedById }) => askedById)).toEqual([kim.userId, mai.userId])
  // What the owner's own question cost is theirs to know.
  expect(seen.turns[0]?.creditsCharged).toBeNull()
  expect(seen.turns[1]?.creditsCharged).toBeGreaterThan(0)
  const costs = (await call('getChatCosts', mai.api, { params: { chatId } })).message
  expect(costs.map((cost) => cost.turnId)).toEqual([mine.turnId])
  const owners = await read(chatId, kim)
  expect(owners).toMatchObject({ isUnseen: true })
})

test('CHAT-11 KB-06 sources that a viewer may not open stay hidden in a shared chat, whoever asked, stored and while they stream', async () => {
  await addToRoom(kim, 'prices.txt', 'The Zephyr lamp costs 49 florins.')
  const secretRoom = await secretBaseOf(kim)
  await admit(mai)
  const { chatId } = await askTitled()
  await share(chatId, 'open')
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond, { times: 1 })
  const asked = await kim.ask('What does the Borealis lamp cost?', { chatId, baseIds: [secretRoom.baseId] })
  await answer.asked
  const streamed = await readAnswer(mai, asked.turnId)
  answer.say('It costs 51 crowns [1].')
  answer.finish()
  const byKim = JSON.stringify((await readEvents(asked.response)).events)
  const byMai = JSON.stringify((await readEvents(streamed)).events)
  expect(byKim).toContain(secretRoom.excerpt)
  expect(textOf((await readEvents(await readAnswer(mai, asked.turnId))).events)).toContain('51 crowns')
  await indexAnswers(world.database)
  for (const text of [
    byMai,
    JSON.stringify((await readEvents(await readAnswer(mai, asked.turnId))).events),
    JSON.stringify(await read(chatId, mai)),
    JSON.stringify((await call('searchChats', mai.api, { query: { query: 'florins' } })).message),
  ])
    expect(text).not.toMatch(/51 florins|secret-prices|Secret base/)
  expect(JSON.stringify(await read(chatId, kim))).toContain(secretRoom.excerpt)

  // The asker's rights decide what a question retrieves.
  const requestsBefore = world.model.requests().length
  await ask(mai, 'What does the Borealis lamp cost?', { chatId, parentTurnId: asked.turnId })
  expect(JSON.stringify(world.model.requests().slice(requestsBefore))).not.toContain('florins apiece')
})

/** A knowledge base of another room, which only the person may use. */
async function secretBaseOf(person: TestPerson) {
  const shared = roomId
  const secret = await privateRoom()
  const fileId = await addToRoom(person, 'secret-prices.txt', 'The Borealis lamp costs 51 florins apiece.')
  const baseId = mintId('base')
  const { kysely } = world.database
  await sql`insert into knowledge_base (account_id, id, room_id, name) values (${person.accountId}, ${baseId}, ${secret}, 'Secret base')`.execute(
    kysely,
  )
  await sql`update room_file set for_base = true, base_id = ${baseId} where id = ${fileId}`.execute(kysely)
  await sql`update indexed_file set scope_id = ${baseId} where file_id = ${fileId}`.execute(kysely)
  await sql`update posting set scope_id = ${baseId} where file_id = ${fileId}`.execute(kysely)
  Object.assign(person.api, { roomId: shared })
  roomId = shared
  return { baseId, excerpt: '51 florins apiece' }
}

const readAnswer = (person: TestPerson, turnId: TurnId) =>
  send(contract.readAnswer, person.api, { params: { turnId } })

test('CHAT-11 stopping to share closes the streams of others within a second, stops their answers and leaves the owner his', async () => {
  const { chatId, turnId } = await askTitled()
  await share(chatId, 'open')
  const answers = [holdAnswer(), holdAnswer()] as const
  world.model.script('test-model', answers[0].respond, { times: 1 })
  const owners = await kim.ask('Where does keemun come from?', { chatId, parentTurnId: turnId })
  await answers[0].asked
  world.model.script('test-model', answers[1].respond, { times: 1 })
  const members = await mai.ask('And oolong?', { chatId, parentTurnId: turnId })
  await answers[1].asked
  const watched = readEvents(await readAnswer(mai, owners.turnId))

  const startedAt = performance.now()
  await share(chatId, 'none')
  expect((await watched).isDone).toBe(false)
  await readEvents(members.response)
  expect(performance.now() - startedAt).toBeLessThan(1000)
  expect(await codeOfReply(await readAnswer(mai, owners.turnId))).toBe('NOT_FOUND')
  answers[0].say('From Anhui.')
  answers[0].finish()
  expect(textOf((await readEvents(owners.response)).events)).toBe('From Anhui.')
  await expect
    .poll(async () => (await read(chatId, kim)).turns.find((turn) => turn.turnId === members.turnId)?.state)
    .toBe('stopped')
})

test('CHAT-11 ACC-08 sharing and its end are in the audit log, without titles; a move and a deletion end it too', async () => {
  const entriesOf = async (chatId: ChatId) =>
    (
      await sql<{ action: string; details: object }>`
        select action, details from audit_entry where object_id = ${chatId} order by id`.execute(
        world.database.kysely,
      )
    ).rows
  const first = await ask(kim, 'A telling title')
  await share(first.chatId, 'read')
  await share(first.chatId, 'open')
  await call('deleteChat', kim.api, { params: { chatId: first.chatId } })
  expect(await entriesOf(first.chatId)).toEqual([
    { action: 'chat.shared', details: { roomId, share: 'read' } },
    { action: 'chat.shared', details: { roomId, share: 'open' } },
    { action: 'chat.sharing-ended', details: { roomId } },
  ])
  await call('restoreChat', kim.api, { params: { chatId: first.chatId } })
  expect(await read(first.chatId, kim)).toMatchObject({ share: 'none' })

  const second = await ask(kim, 'To be moved')
  await share(second.chatId, 'open')
  await call('changeChats', kim.api, {
    body: { action: 'move', chatIds: [second.chatId], roomId: kim.roomId },
  })
  expect(await read(second.chatId, kim)).toMatchObject({ share: 'none' })
  expect(await codeOf(read(second.chatId, mai))).toBe('NOT_FOUND')

  const { chatId } = await ask(kim, 'Only for now', { isTemporary: true })
  expect(await codeOf(share(chatId, 'read'))).toBe('CONFLICT')
})

test('C09 CHAT-11 the questions of an erased person, and the answers to them, are emptied in chats of others; the rest stays', async () => {
  // Answers of the tests before may still be closing.
  await vi.waitFor(
    async () => expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([]),
    { timeout: 60_000 },
  )
  const { chatId, turnId } = await ask(kim, 'Where does keemun come from?')
  await share(chatId, 'open')
  const theirs = await ask(mai, 'My unmistakable question', { chatId, parentTurnId: turnId })
  await ask(kim, 'And sencha?', { chatId, parentTurnId: theirs.turnId })
  await indexAnswers(world.database)
  const whoFinds = async () =>
    (await call('searchChats', kim.api, { query: { query: 'unmistakable' } })).message.map(
      (found) => found.chatId,
    )
  expect(await whoFinds()).toEqual([chatId])
  await eraseQuestionsOfPerson(world.database, mai.userId)
  const { turns } = await read(chatId, kim)
  expect(turns.map(({ question, parts }) => [question.text, parts.length])).toEqual([
    ['Where does keemun come from?', 1],
    ['', 0],
    ['And sencha?', 1],
  ])
  expect(await whoFinds()).toEqual([])
})

test('CHAT-11 the data of a person have their questions in chats of others, with the answers while they may read them', async () => {
  const { chatId, turnId } = await ask(kim, 'A question of the owner')
  await share(chatId, 'open')
  await ask(mai, 'And oolong?', { chatId, parentTurnId: turnId })
  const kept = await chatToKeep(world.database, mai.userId, chatId)
  expect(kept).toMatchObject({ title: 'And oolong?', turns: [{ question: 'And oolong?' }] })
  expect(kept?.turns[0]?.answer).toHaveLength(1)
  expect(JSON.stringify(kept)).not.toContain('A question of the owner')
  const listed = await inSystem(world.database, (trx) => chatsOfPerson(trx, mai.userId))
  expect(listed.map((chat) => chat.chatId)).toContain(chatId)
  expect(await chatToKeep(world.database, ravi.userId, chatId)).toBeNull()
  await share(chatId, 'none')
  expect((await chatToKeep(world.database, mai.userId, chatId))?.turns).toMatchObject([
    { question: 'And oolong?', answer: [] },
  ])
})
