import { type ChatId, contract, type Endpoint, mintId, type RoomId, type TurnId } from '@atrium/contract'
import { call, colleagueOf, readEvents, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { indexAnswers } from '@atrium/testkit/index-answers.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

type Outcome = 'ok' | 'found' | 'nothing' | 'FORBIDDEN' | 'NOT_FOUND' | 'UNAUTHENTICATED'

/**
 * Everybody's state to a chat that is open for questions, but for the reader's, whose chat is read-only. Only its owner may share a
 * chat, so the sharer is the owner. Who holds a link is in `links/chat-links.test.ts`.
 */
const states = ['owner', 'admin', 'member', 'reader', 'exMember', 'outsider', 'foreign', 'anonymous'] as const
type State = (typeof states)[number]

let world: World
let roomId: RoomId
let people: Record<State, TestPerson>

beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  world.model.script('*', [{ text: 'From Anhui.' }, { finish: 'stop' }])
  const owner = await world.signUp({ name: 'Kim Owner' })
  const colleague = (name: string) => colleagueOf(world, owner, { name })
  const foreign = await world.signUp({ name: 'Finn Foreign' })
  people = {
    owner,
    admin: await colleague('Ada Admin'),
    member: await colleague('Mai Member'),
    reader: await colleague('Rea Reader'),
    exMember: await colleague('Eve Former'),
    outsider: await colleague('Otto Outside'),
    foreign,
    anonymous: { ...foreign, api: { ...foreign.api, token: 'nobody' } },
  }
  const { data: room } = await call('createRoom', owner.api, {
    params: { accountId: owner.accountId },
    body: { name: 'Tea', access_type: 'PRIVATE' },
  })
  roomId = room.id
  const body = (['admin', 'member', 'reader', 'exMember'] as const).map((state) => ({
    id: people[state].userId,
    membership_type: state === 'admin' ? ('ADMIN' as const) : ('MEMBER' as const),
  }))
  await call('addRoomMembers', owner.api, { params: { roomId }, body })
  await call('removeRoomMember', owner.api, { params: { roomId, userId: people.exMember.userId } })
  for (const person of Object.values(people)) Object.assign(person.api, { roomId })
})
afterAll(() => world.close())

type Place = { chatId: ChatId; turnId: TurnId; word: string }

async function outcomeOf(response: Response): Promise<string> {
  if (!response.ok) return ((await response.json()) as { code: string }).code
  await response.text()
  return 'ok'
}
const calling = (endpoint: Endpoint, input: (place: Place) => object) => (person: TestPerson, place: Place) =>
  send(endpoint, person.api, input(place) as never).then(outcomeOf)
const ofChat = (endpoint: Endpoint, more: object = {}) =>
  calling(endpoint, ({ chatId }) => ({ params: { chatId }, ...more }))
const ofTurn = (endpoint: Endpoint) => calling(endpoint, ({ turnId }) => ({ params: { turnId } }))
const question = () => ({ kind: 'question' as const, messageId: mintId('message'), text: 'And oolong?' })
const asking = (make: (place: Place) => object) =>
  calling(contract.askQuestion, (place) => ({
    body: {
      ...{ chatId: place.chatId, turnId: mintId('turn'), parentTurnId: null },
      ...{ modelId: 'test-model', ask: question() },
      ...make(place),
    },
  }))
const inLists =
  (look: (person: TestPerson, place: Place) => Promise<Response>) =>
  async (person: TestPerson, place: Place): Promise<string> => {
    const response = await look(person, place)
    if (!response.ok) return await outcomeOf(response)
    return (await response.text()).includes(place.chatId) ? 'found' : 'nothing'
  }

const attempts = {
  read: ofChat(contract.getChat),
  'export or print': ofChat(contract.openChat, { query: {} }),
  'older turns': calling(contract.listTurns, ({ chatId, turnId }) => ({
    params: { chatId },
    query: { last: turnId },
  })),
  costs: ofChat(contract.getChatCosts),
  stream: ofTurn(contract.readAnswer),
  search: inLists(async (person, { word }) => {
    await indexAnswers(world.database)
    return await send(contract.searchChats, person.api, { query: { query: word } })
  }),
  list: inLists((person) =>
    send(contract.listHistory, person.api, { query: { scope: 'all', page_size: '100' } }),
  ),
  presence: ofChat(contract.enterChat, { body: { tabId: 'tab-of-matrix', isHere: true } }),
  typing: ofChat(contract.noteTyping, { body: { isTyping: true } }),
  ask: asking(({ turnId }) => ({ parentTurnId: turnId })),
  mention: asking(({ turnId }) => ({
    parentTurnId: turnId,
    ask: {
      ...question(),
      text: '@Kim Owner, and oolong?',
      mentions: [{ kind: 'person', id: people.owner.userId, start: 0, length: 10 }],
    },
  })),
  queue: calling(contract.queueQuestion, ({ chatId, turnId }) => ({
    params: { chatId },
    body: { turnId: mintId('turn'), afterTurnId: turnId, modelId: 'test-model', ask: question() },
  })),
  regenerate: asking(({ turnId }) => ({ ask: { kind: 'regenerate', turnId } })),
  edit: asking(({ turnId }) => ({ ask: { ...question(), replacesTurnId: turnId } })),
  stop: ofTurn(contract.stopAnswer),
  rate: calling(contract.rateAnswer, ({ chatId, turnId }) => ({
    params: { chatId, turnId },
    body: { rating: 'up' },
  })),
  'own copy': calling(contract.forkChat, ({ chatId, turnId }) => ({ params: { chatId }, body: { turnId } })),
  'make a link': calling(contract.createChatLink, ({ chatId, turnId }) => ({
    params: { chatId },
    body: { turnId },
  })),
  'list links': ofChat(contract.listChatLinks),
  'picture of a question': calling(contract.openChatPicture, ({ chatId }) => ({
    params: { chatId, fileId: mintId('file') },
  })),
  rename: ofChat(contract.changeChat, { body: { chatTitle: 'Tea' } }),
  star: calling(contract.changeChats, ({ chatId }) => ({
    body: { action: 'star', chatIds: [chatId], isStarred: true },
  })),
  move: calling(contract.changeChats, ({ chatId }) => ({
    body: { action: 'move', chatIds: [chatId], roomId },
  })),
  share: ofChat(contract.shareChat, { body: { share: 'open' } }),
  'stop sharing': ofChat(contract.shareChat, { body: { share: 'none' } }),
  delete: ofChat(contract.deleteChat),
}
type Action = keyof typeof attempts

/** The outcomes for owner, admin, member and reader; nobody else finds the chat. */
const row = (owner: Outcome, admin: Outcome, member: Outcome, reader: Outcome) => {
  const outside: Outcome = owner === 'found' ? 'nothing' : 'NOT_FOUND'
  const others = { exMember: outside, outsider: outside, foreign: outside }
  return { owner, admin, member, reader, ...others, anonymous: 'UNAUTHENTICATED' as const }
}

/** The matrix of shared states: no cell may be missing. */
const matrix: Record<Action, Record<State, Outcome>> = {
  //                      owner    admin        member       reader
  read: row('ok', 'ok', 'ok', 'ok'),
  'export or print': row('ok', 'ok', 'ok', 'ok'),
  'older turns': row('ok', 'ok', 'ok', 'ok'),
  costs: row('ok', 'ok', 'ok', 'ok'),
  stream: row('ok', 'ok', 'ok', 'ok'),
  search: row('found', 'found', 'found', 'found'),
  list: row('found', 'found', 'found', 'found'),
  presence: row('ok', 'ok', 'ok', 'FORBIDDEN'),
  typing: row('ok', 'ok', 'ok', 'FORBIDDEN'),
  ask: row('ok', 'ok', 'ok', 'FORBIDDEN'),
  mention: row('ok', 'ok', 'ok', 'FORBIDDEN'),
  queue: row('ok', 'ok', 'ok', 'FORBIDDEN'),
  regenerate: row('ok', 'ok', 'ok', 'FORBIDDEN'),
  edit: row('ok', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'),
  stop: row('ok', 'ok', 'FORBIDDEN', 'FORBIDDEN'),
  rate: row('ok', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'),
  'own copy': row('ok', 'ok', 'ok', 'ok'),
  'make a link': row('ok', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'),
  'list links': row('ok', 'ok', 'FORBIDDEN', 'FORBIDDEN'),
  // Of a picture that isn't there: nobody learns more than that.
  'picture of a question': row('NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'),
  rename: row('ok', 'ok', 'FORBIDDEN', 'FORBIDDEN'),
  star: row('ok', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'),
  move: row('ok', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'),
  share: row('ok', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'),
  'stop sharing': row('ok', 'ok', 'FORBIDDEN', 'FORBIDDEN'),
  delete: row('ok', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'),
}

test.each(Object.keys(matrix) as Action[])(
  'CHAT-11 PERM-05 R19 the matrix of shared states: %s',
  async (action) => {
    const outcomes: Partial<Record<State, string>> = {}
    for (const state of states) {
      const word = `zephyr${mintId('chat').slice(-10).toLowerCase()}`
      const { chatId, turnId, response } = await people.owner.ask(`What is ${word}?`)
      await readEvents(response)
      const share = state === 'reader' ? 'read' : 'open'
      await call('shareChat', people.owner.api, { params: { chatId }, body: { share } })
      outcomes[state] = await attempts[action](people[state], { chatId, turnId, word })
    }
    expect(outcomes).toEqual(matrix[action])
  },
)
