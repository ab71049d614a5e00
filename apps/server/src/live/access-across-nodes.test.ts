import { contract, type RoomId } from '@atrium/contract'
import {
  holdAnswer,
  type MailInbox,
  type ModelProvider,
  startMailInbox,
  startModelProvider,
} from '@atrium/sandbox'
import {
  type AtriumProcess,
  call,
  createTestDatabase,
  send,
  signUp,
  startAtriumProcess,
  type TestDatabase,
  type TestPerson,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { listenTo } from '../platform/database/index.ts'
import { createLog } from '../platform/log.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 90_000 })

let database: TestDatabase
let model: ModelProvider
let inbox: MailInbox
let nodes: [AtriumProcess, AtriumProcess]
let owner: TestPerson
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseHost'))
  model = await startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } })
  inbox = await startMailInbox()
  const start = () =>
    startAtriumProcess({
      database,
      environment: {
        SMTP_URL: `smtp://127.0.0.1:${inbox.smtpPort}`,
        // A session of one node is valid on the other.
        ATRIUM_PUBLIC_URL: 'https://atrium.example.com',
        ATRIUM_MODELS_FILE: 'packages/testkit/models.yaml',
        TEST_MODELS_URL: `${model.url}/v1`,
        TEST_MODELS_KEY: 'test-key-of-the-model-provider',
      },
    })
  nodes = [await start(), await start()]
  owner = await signUp({ url: nodes[0].url, inbox })
})
afterAll(async () => {
  for (const node of nodes) node.kill('SIGTERM')
  await Promise.all(nodes.map((node) => node.ended))
  await Promise.all([model.close(), inbox.close()])
  await database.drop()
})

/** A member of the owner's account who uses only the second node. */
async function colleague(): Promise<TestPerson> {
  const person = await signUp({ url: nodes[1].url, inbox }, { withAccount: false })
  await sql`insert into membership (account_id, user_id, role) values (${owner.accountId}, ${person.userId}, 'member')`.execute(
    database.database.kysely,
  )
  await sql`insert into credit_balance (account_id, holder, available_milli) values (${owner.accountId}, ${person.userId}, 100000)`.execute(
    database.database.kysely,
  )
  Object.assign(person.api, { accountId: owner.accountId })
  return person
}

async function roomWith(person: TestPerson, access_type: 'PRIVATE' | 'PUBLIC'): Promise<RoomId> {
  const { data: room } = await call('createRoom', owner.api, {
    params: { accountId: owner.accountId },
    body: { name: `Room of ${person.userId} ${access_type}`, access_type },
  })
  if (access_type === 'PRIVATE')
    await call('addRoomMembers', owner.api, {
      params: { roomId: room.id },
      body: [{ id: person.userId, membership_type: 'MEMBER' }],
    })
  Object.assign(person.api, { roomId: room.id })
  return room.id
}

const ways: [string, 'PRIVATE' | 'PUBLIC', (roomId: RoomId, person: TestPerson) => Promise<unknown>][] = [
  [
    'removed from a private room',
    'PRIVATE',
    (roomId, { userId }) => call('removeRoomMember', owner.api, { params: { roomId, userId } }),
  ],
  [
    'shut out of a public room that is made private',
    'PUBLIC',
    (roomId) =>
      call('changeRoom', owner.api, {
        params: { accountId: owner.accountId, roomId },
        body: { access_type: 'PRIVATE' },
      }),
  ],
  [
    'in a room that is deleted',
    'PUBLIC',
    (roomId) => call('deleteRoom', owner.api, { params: { accountId: owner.accountId, roomId } }),
  ],
]

test.each(ways)(
  'W05 on another node, the open streams of a person who is %s end within a second, and their answer stops',
  async (_, access, takeAccess) => {
    const person = await colleague()
    const roomId = await roomWith(person, access)
    const answer = holdAnswer()
    model.script('test-model', answer.respond, { times: 1 })
    const { response, turnId } = await person.ask('A long question?')
    expect(response.status).toBe(200)
    await answer.asked
    answer.say('One ')
    const notices = await send(contract.readNotices, person.api)
    const ended = Promise.all([response.text(), notices.text()]).then(() => performance.now())

    await takeAccess(roomId, person)
    const takenMs = performance.now()
    expect((await ended) - takenMs).toBeLessThan(1000)
    const again = await send(contract.readAnswer, person.api, { params: { turnId } })
    expect(again.status).toBe(404)
    await vi.waitFor(
      async () => {
        const found = await sql<{
          state: string
        }>`select state from turn where id = ${turnId}`.execute(database.database.kysely)
        expect(found.rows).toEqual([{ state: 'stopped' }])
      },
      { timeout: 60_000 },
    )
    answer.finish()
  },
)

test('S11 S13 OPS-02 signing out through one node ends the open streams on another at once, and their token is refused there', async () => {
  const person = await colleague()
  await roomWith(person, 'PRIVATE')
  const notices = await send(contract.readNotices, person.api)
  expect(notices.status).toBe(200)
  const throughTheFirst = { url: nodes[0].url, origin: 'https://atrium.example.com', cookie: person.cookie }
  const { data } = await call('signOut', throughTheFirst, { body: {} })
  expect(data.endedSessions).toBe(1)
  await notices.text()
  const again = await send(contract.readNotices, person.api)
  expect(again.status).toBe(401)
})

/** The same person at the first node. */
const throughFirst = ({ api }: TestPerson) => ({ ...api, url: nodes[0].url })

const news: [string, string, (roomId: RoomId, person: TestPerson) => Promise<unknown>][] = [
  [
    'a room has another name',
    'rooms-changed',
    (roomId, person) =>
      call('changeRoom', owner.api, {
        params: { accountId: owner.accountId, roomId },
        body: { name: `Renamed for ${person.userId}` },
      }),
  ],
  ['they are in a new room', 'rooms-changed', (_, person) => roomWith(person, 'PRIVATE')],
  [
    'a room has another member',
    'members-changed',
    (roomId, { userId }) => call('makeRoomAdmin', owner.api, { params: { roomId, userId } }),
  ],
  [
    'they have another role',
    'role-changed',
    (_, { userId }) =>
      call('changeMember', owner.api, {
        params: { id: owner.accountId },
        body: { userId, role: 'admin' },
      }),
  ],
  [
    'they made a label in another browser',
    'labels-changed',
    (_, person) => call('createLabel', throughFirst(person), { body: { name: 'Harvest' } }),
  ],
  [
    'they renamed a chat in another browser',
    'chat-changed',
    async (_, person) => {
      model.script('test-model', [{ text: 'Tea.' }, { finish: 'stop' }])
      const { chatId, response } = await person.ask('A question?')
      await response.text()
      await call('changeChat', throughFirst(person), { params: { chatId }, body: { chatTitle: 'Keemun' } })
    },
  ],
]

test.each(news)(
  'OPS-02 an open browser on another node is notified at once that %s',
  async (_, type, change) => {
    const person = await colleague()
    const roomId = await roomWith(person, 'PUBLIC')
    const notices = await send(contract.readNotices, person.api)
    const received = firstNotice(notices, type)
    await change(roomId, person)
    expect(await received).toMatchObject({ type })
  },
)

/** Collects the rooms whose knowledge-changed notices an open browser receives. */
async function listen({ api }: TestPerson) {
  const leaving = new AbortController()
  const { body } = await send(contract.readNotices, { ...api, signal: leaving.signal })
  let text = ''
  void (async () => {
    for await (const chunk of body ?? []) text += Buffer.from(chunk).toString()
  })().catch(() => undefined)
  return {
    rooms: () => [...text.matchAll(/"knowledge-changed","roomId":"(room_[^"]+)"/g)].map((match) => match[1]),
    leave: () => leaving.abort(),
  }
}

test("KB-05 ROOM-04 nodes get one notification per change of a room's files; each forwards it to the room's current users", async () => {
  const [member, removed, stranger] = [await colleague(), await colleague(), await colleague()]
  const roomId = await roomWith(member, 'PRIVATE')
  await call('addRoomMembers', owner.api, {
    params: { roomId },
    body: [{ id: removed.userId, membership_type: 'MEMBER' }],
  })
  await call('removeRoomMember', owner.api, { params: { roomId, userId: removed.userId } })
  await sql`update account set plan_name = 'Team' where id = ${owner.accountId}`.execute(
    database.database.kysely,
  )
  const published: string[] = []
  const watch = await listenTo(database.address, 'notices', {
    onMessage: (text) => void (text.includes('knowledge-changed') && published.push(text)),
    onGap: () => undefined,
    log: createLog({ level: 'silent' }),
  })
  const owners = await listen(owner)
  const [members, others] = [await listen(member), [await listen(removed), await listen(stranger)]]
  const makeBase = (inRoom: RoomId) =>
    call(
      'createKnowledgeBase',
      { ...owner.api, roomId: inRoom },
      {
        body: { files: [], rag_name: 'Tea', ip_type: 'FILE_UPLOAD' },
      },
    )
  await makeBase(roomId)
  await vi.waitFor(() => expect([owners.rooms(), members.rooms()]).toEqual([[roomId], [roomId]]))
  expect(published).toHaveLength(1)
  const open = await roomWith(member, 'PUBLIC')
  await makeBase(open)
  // The later notice to everybody arrived, and none about the private room.
  await vi.waitFor(() => expect(others.map(({ rooms }) => rooms())).toEqual([[open], [open]]))
  expect(published).toHaveLength(2)
  for (const { leave } of [owners, members, ...others]) leave()
  await watch.stop()
})

/** Reads an open stream up to the first notice of a type, then closes it. */
async function firstNotice({ body }: Response, type: string): Promise<unknown> {
  let text = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    const found = text.split('\n\n').find((frame) => frame.includes(`"${type}"`))
    if (found) return JSON.parse(found.replace('data: ', ''))
  }
  throw new Error(`the stream ended without ${type}: ${text}`)
}
