import { mintId, type ChatId } from '@atrium/contract'
import { type MailInbox, type ModelProvider, startMailInbox, startModelProvider } from '@atrium/sandbox'
import {
  type AtriumProcess,
  call,
  createTestDatabase,
  readEvents,
  signUp,
  startAtriumProcess,
  type TestDatabase,
  type TestPerson,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { noteTyping, openBrowser, type OpenBrowser } from './presence-for-tests.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

let database: TestDatabase
let model: ModelProvider
let inbox: MailInbox
let nodes: [AtriumProcess, AtriumProcess]
let owner: TestPerson
let member: TestPerson
const opened: OpenBrowser[] = []

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseHost'))
  model = await startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } })
  inbox = await startMailInbox()
  model.script('*', [{ text: 'From Anhui.' }, { finish: 'stop' }])
  nodes = [await startNode(), await startNode()]
  owner = await signUp({ url: nodes[0].url, inbox })
  member = await signUp({ url: nodes[1].url, inbox }, { withAccount: false })
  await sql`insert into membership (account_id, user_id, role) values (${owner.accountId}, ${member.userId}, 'member')`.execute(
    database.database.kysely,
  )
  Object.assign(member.api, { accountId: owner.accountId })
})
afterEach(() => {
  for (const browser of opened.splice(0)) browser.close()
})
afterAll(async () => {
  for (const node of nodes) node.kill('SIGTERM')
  await Promise.all(nodes.map((node) => node.ended))
  await Promise.all([model.close(), inbox.close()])
  await database.drop()
})

const startNode = () =>
  startAtriumProcess({
    database,
    environment: {
      SMTP_URL: `smtp://127.0.0.1:${inbox.smtpPort}`,
      // A session of one process is valid on the other.
      ATRIUM_PUBLIC_URL: 'https://atrium.example.com',
      ATRIUM_MODELS_FILE: 'packages/testkit/models.yaml',
      TEST_MODELS_URL: `${model.url}/v1`,
      TEST_MODELS_KEY: 'test-key-of-the-model-provider',
    },
  })

/** An open chat of the owner in a room with the member. */
async function openChat(): Promise<{ chatId: ChatId; removeMember: () => Promise<unknown> }> {
  const { data: room } = await call('createRoom', owner.api, {
    params: { accountId: owner.accountId },
    body: { name: `Tea ${mintId('room').slice(-6)}`, access_type: 'PRIVATE' },
  })
  await call('addRoomMembers', owner.api, {
    params: { roomId: room.id },
    body: [{ id: member.userId, membership_type: 'MEMBER' }],
  })
  for (const person of [owner, member]) Object.assign(person.api, { roomId: room.id })
  const { chatId, response } = await owner.ask('Where does keemun come from?')
  await readEvents(response)
  await call('shareChat', owner.api, { params: { chatId }, body: { share: 'open' } })
  return {
    chatId,
    removeMember: () =>
      call('removeRoomMember', owner.api, { params: { roomId: room.id, userId: member.userId } }),
  }
}

/** The owner's browser on the first node and the member's on the second, in the chat. */
async function bothIn(chatId: ChatId) {
  const browsers = [await openBrowser(owner), await openBrowser(member)] as const
  opened.push(...browsers)
  for (const browser of browsers) await browser.enter(chatId)
  for (const browser of browsers) await expect.poll(() => browser.sees(chatId)).toHaveLength(2)
  return browsers
}

test('CHAT-11 people on two nodes see each other come, type and go', async () => {
  const { chatId } = await openChat()
  const [owners, members] = await bothIn(chatId)
  const typedAt = performance.now()
  await noteTyping(member, chatId)
  await expect
    .poll(() => owners.typing(chatId), { interval: 10 })
    .toEqual([{ userId: member.userId, isTyping: true }])
  expect(performance.now() - typedAt).toBeLessThan(1000)
  await members.leave(chatId)
  await expect.poll(() => owners.sees(chatId)).toHaveLength(1)
  await members.enter(chatId)
  await expect.poll(() => owners.sees(chatId)).toHaveLength(2)
  members.close()
  await expect.poll(() => owners.sees(chatId), { timeout: 10_000 }).toHaveLength(1)
})

test('CHAT-11 a tab may enter through another node than the one that its notices come from', async () => {
  const { chatId } = await openChat()
  const [owners, members] = await bothIn(chatId)
  await members.leave(chatId)
  await expect.poll(() => owners.sees(chatId)).toHaveLength(1)
  const throughFirst = { ...member.api, url: nodes[0].url }
  const be = (isHere: boolean) =>
    call('enterChat', throughFirst, { params: { chatId }, body: { tabId: members.tabId, isHere } })
  await be(true)
  for (const browser of [owners, members]) await expect.poll(() => browser.sees(chatId)).toHaveLength(2)
  await be(false)
  await expect.poll(() => owners.sees(chatId)).toHaveLength(1)
})

test('CHAT-11 W05 on another node too, presence ends within a second when sharing or room membership ends', async () => {
  const first = await openChat()
  const [owners, members] = await bothIn(first.chatId)
  let endedAt = performance.now()
  await first.removeMember()
  await expect.poll(() => owners.sees(first.chatId), { interval: 20 }).toHaveLength(1)
  expect(performance.now() - endedAt).toBeLessThan(1000)
  await expect.poll(members.hasEnded).toBe(true)

  const second = await openChat()
  const [, membersAgain] = await bothIn(second.chatId)
  endedAt = performance.now()
  await call('shareChat', owner.api, { params: { chatId: second.chatId }, body: { share: 'none' } })
  await expect.poll(() => membersAgain.sees(second.chatId), { interval: 20 }).toBe(null)
  expect(performance.now() - endedAt).toBeLessThan(1000)
})

test('CHAT-11 people of a node that dies are gone once the others know', async () => {
  const { chatId } = await openChat()
  const [owners] = await bothIn(chatId)
  nodes[1].kill('SIGKILL')
  await nodes[1].ended
  await sql`update node set seen_at = now() - interval '1 hour' where id <> (select id from node order by seen_at desc limit 1)`.execute(
    database.database.kysely,
  )
  await expect.poll(() => owners.sees(chatId), { timeout: 45_000, interval: 200 }).toHaveLength(1)
})
