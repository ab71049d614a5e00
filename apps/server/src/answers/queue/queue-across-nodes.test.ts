import { mintId } from '@atrium/contract'
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
  readEvents,
  signUp,
  startAtriumProcess,
  type TestDatabase,
  type TestPerson,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

let database: TestDatabase
let model: ModelProvider
let inbox: MailInbox
let nodes: AtriumProcess[]
let owner: TestPerson
let member: TestPerson

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseHost'))
  model = await startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } })
  inbox = await startMailInbox()
  nodes = [await startNode(), await startNode()]
  const [first, second] = nodes
  if (!first || !second) throw new Error('two nodes')
  owner = await signUp({ url: first.url, inbox })
  member = await signUp({ url: second.url, inbox }, { withAccount: false })
  await sql`insert into membership (account_id, user_id, role) values (${owner.accountId}, ${member.userId}, 'member')`.execute(
    database.database.kysely,
  )
  await sql`insert into credit_balance (account_id, holder, available_milli) values (${owner.accountId}, ${member.userId}, 100000)`.execute(
    database.database.kysely,
  )
  Object.assign(member.api, { accountId: owner.accountId, roomId: owner.roomId })
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
      ATRIUM_MODELS_FILE: 'packages/testkit/models.yaml',
      TEST_MODELS_URL: `${model.url}/v1`,
      TEST_MODELS_KEY: 'test-key-of-the-model-provider',
    },
  })

/** An open chat with a running answer, written by the first node, and a question queued by the second. */
async function openChatWithQueue() {
  model.script('*', [{ text: 'From Anhui.' }, { finish: 'stop' }])
  const first = await owner.ask('Hello')
  await readEvents(first.response)
  const { chatId } = first
  await call('shareChat', owner.api, { params: { chatId }, body: { share: 'open' } })
  const answer = holdAnswer()
  const titled = async () =>
    (
      await sql`select from chat where id = ${chatId} and title_source = 'automatic'`.execute(
        database.database.kysely,
      )
    ).rows.length
  await expect.poll(titled, { timeout: 20_000 }).toBe(1)
  model.script('test-model', answer.respond, { times: 1 })
  const running = await owner.ask('Where does keemun come from?', { chatId, parentTurnId: first.turnId })
  await answer.asked
  const turnId = mintId('turn')
  await call('queueQuestion', member.api, {
    params: { chatId },
    body: {
      turnId,
      afterTurnId: running.turnId,
      modelId: 'test-model',
      ask: { kind: 'question', messageId: mintId('message'), text: 'And oolong?' },
    },
  })
  const read = async (person: TestPerson) =>
    (await call('getChat', person.api, { params: { chatId } })).message
  return { chatId, turnId, running, answer, read }
}

test('CHAT-11 a question queued by one process starts when the other process ends the answer before it', async () => {
  const { turnId, running, answer, read } = await openChatWithQueue()
  expect((await read(owner)).queue).toMatchObject([{ turnId, text: 'And oolong?' }])
  answer.say('From Anhui.')
  answer.finish()
  await readEvents(running.response)
  await expect
    .poll(async () => (await read(member)).turns.at(-1), { timeout: 20_000 })
    .toMatchObject({ turnId, state: 'answered', askedById: member.userId, parentTurnId: running.turnId })
  expect((await read(owner)).queue).toEqual([])
})

test('CHAT-11 a queued question survives the death of the process that writes the answer before it, and starts once', async () => {
  const { turnId, chatId, running, answer, read } = await openChatWithQueue()
  running.response.body?.cancel().catch(() => undefined)
  nodes[0]?.kill('SIGKILL')
  await nodes[0]?.ended
  answer.finish()
  await expect
    .poll(async () => (await read(member)).turns.at(-1), { timeout: 60_000 })
    .toMatchObject({ turnId, state: 'answered', askedById: member.userId })
  const turns = await sql`select from turn where chat_id = ${chatId}`.execute(database.database.kysely)
  expect(turns.rows).toHaveLength(3)
  expect((await read(member)).queue).toEqual([])
})
