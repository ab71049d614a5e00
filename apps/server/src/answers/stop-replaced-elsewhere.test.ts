import { contract, mintId, type TurnId } from '@atrium/contract'
import {
  type HeldAnswer,
  holdAnswer,
  type MailInbox,
  type ModelProvider,
  startMailInbox,
  startModelProvider,
} from '@atrium/sandbox'
import {
  type AtriumProcess,
  checkInvariants,
  createTestDatabase,
  endOf,
  readEvents,
  send,
  signUp,
  startAtriumProcess,
  type TestDatabase,
  type TestPerson,
  textOf,
} from '@atrium/testkit'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

let database: TestDatabase
let model: ModelProvider
let inbox: MailInbox
let nodes: [AtriumProcess, AtriumProcess]
/** The same person and session, on two processes. */
let kim: TestPerson
let elsewhere: TestPerson['api']
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseHost'))
  model = await startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } })
  inbox = await startMailInbox()
  const start = () =>
    startAtriumProcess({
      database,
      environment: {
        SMTP_URL: `smtp://127.0.0.1:${inbox.smtpPort}`,
        ATRIUM_MODELS_FILE: 'packages/testkit/models.yaml',
        TEST_MODELS_URL: `${model.url}/v1`,
        TEST_MODELS_KEY: 'test-key-of-the-model-provider',
        // A session of one process is valid on the other.
        ATRIUM_PUBLIC_URL: 'https://atrium.example.com',
      },
    })
  nodes = [await start(), await start()]
  kim = await signUp({ url: nodes[0].url, inbox })
  elsewhere = { ...kim.api, url: nodes[1].url }
})
beforeEach(() => model.reset())
afterAll(async () => {
  for (const node of nodes) node.kill('SIGTERM')
  await Promise.all(nodes.map((node) => node.ended))
  await Promise.all([model.close(), inbox.close()])
  expect(await checkInvariants(database.database, { acknowledged: [], seen: [] })).toEqual([])
  await database.drop()
})

/** Asks the first process, and waits for the first word of the answer. */
async function askHeld() {
  const held: HeldAnswer = holdAnswer()
  model.script('test-model', held.respond, { times: 1 })
  const asked = await kim.ask('Which is older, tea or coffee?')
  await held.asked
  held.say('Tea ')
  const { events } = await readEvents(asked.response, { until: (seen) => textOf(seen) !== '' })
  return { ...asked, held, seen: events.at(-1)?.eventId ?? 0 }
}

/** Edits the question of a turn through the second process. */
const edit = (former: { chatId: `chat_${string}`; turnId: TurnId }) =>
  send(contract.askQuestion, elsewhere, {
    body: {
      chatId: former.chatId,
      turnId: mintId('turn'),
      parentTurnId: null,
      modelId: 'test-model',
      ask: {
        kind: 'question',
        messageId: mintId('message'),
        text: 'Which is older, tea or wine?',
        replacesTurnId: former.turnId,
      },
    },
  })
const read = (api: TestPerson['api'], turnId: TurnId, after = 0) =>
  send(contract.readAnswer, api, { params: { turnId }, query: { after } })

test('CHAT-05 OPS-02 an edited question stops its former answer in another process, without a notice that both are charged', async () => {
  const former = await askHeld()
  model.script('test-model', [{ text: 'Wine.' }, { finish: 'stop' }])
  const edited = await edit(former)
  expect([edited.status, edited.headers.get('atrium-former-answer')]).toEqual([200, null])
  expect(endOf((await readEvents(edited)).events)?.state).toBe('answered')
  const rest = await readEvents(await read(kim.api, former.turnId, former.seen))
  expect(endOf(rest.events)?.state).toBe('stopped')
})

test('CHAT-05 OPS-02 an answer continues while a second page reads it from either process, and the editor learns that both are charged', async () => {
  for (const api of [kim.api, elsewhere]) {
    const former = await askHeld()
    const [own, second] = [await read(kim.api, former.turnId), await read(api, former.turnId)]
    // Both streams are open once the first words have arrived.
    const reading = [own, second].map((response) => readEvents(response))
    model.script('test-model', [{ text: 'Wine.' }, { finish: 'stop' }])
    const edited = await edit(former)
    expect(edited.headers.get('atrium-former-answer')).toBe('continues')
    expect(endOf((await readEvents(edited)).events)?.state).toBe('answered')
    former.held.say('is older.')
    former.held.finish()
    for (const { events } of await Promise.all(reading))
      expect([endOf(events)?.state, textOf(events)]).toEqual(['answered', 'Tea is older.'])
  }
})
