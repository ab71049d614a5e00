import { answerText, mintId, type Turn } from '@atrium/contract'
import { call, checkInvariants, readEvents, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { promptSent, readDocumentOf } from '../answers-for-tests.ts'

let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost'), stallMs: 20_000 })
  kim = await world.signUp()
})
beforeEach(() => {
  world.model.reset()
  world.model.script('*', [{ text: 'Never said.' }, { finish: 'stop' }])
})
afterAll(async () => {
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
  await world.close()
})

type Asked = Awaited<ReturnType<TestPerson['ask']>>

const turnOf = async ({ chatId }: Asked): Promise<Turn | undefined> =>
  (await call('getChat', kim.api, { params: { chatId } })).message.turns[0]
const stateOf = async ({ turnId }: Asked): Promise<string | undefined> =>
  (await sql<{ state: string }>`select state from turn where id = ${turnId}`.execute(world.database.kysely))
    .rows[0]?.state

/** Stops the server during the answer, starts the next one, and returns how the answer ends there. */
async function endsInNext(asked: Asked, between: () => Promise<unknown>): Promise<Turn | undefined> {
  await world.app.close({ drainMs: 0 })
  expect(await stateOf(asked)).toBe('open')
  await between()
  world.model.reset()
  world.model.script('*', [{ text: 'Here I am.' }, { finish: 'stop' }])
  await world.restart()
  await expect.poll(async () => (await turnOf(asked))?.state, { timeout: 30_000 }).not.toBe('open')
  return await turnOf(asked)
}

async function expectAnsweredOnce(
  asked: Asked,
  between: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const turn = await endsInNext(asked, between)
  expect([turn?.state, answerText(turn?.parts ?? [])]).toEqual(['answered', 'Here I am.'])
  const charges = await sql`
    select from credit_entry where reference = ${asked.turnId} and kind = 'charge' and holder = 'team'`.execute(
    world.database.kysely,
  )
  expect(charges.rows).toHaveLength(1)
}

test('B01 OPS-02 the next process gives an answer that waits for its retry, for one charge', async () => {
  world.model.setFaults([{ model: 'test-model', fault: '429=9' }])
  const asked = await kim.ask('Are you busy?')
  const isRetried = (events: Awaited<ReturnType<typeof readEvents>>['events']) =>
    events.some(({ part }) => part.type === 'data-retry')
  expect(
    (await readEvents(asked.response, { until: isRetried })).events.some((one) => isRetried([one])),
  ).toBe(true)
  await expectAnsweredOnce(asked)
})

test('B01 OPS-02 KB-06 the next process gives an answer that waits for a document, and reads the document, for one charge', async () => {
  const file = await readDocumentOf(kim, 'lease.txt', 'The rent of the flat is 940 euros.')
  const setStatus = (status: string) =>
    sql`update indexed_file set status = ${status} where file_id = ${file}`.execute(world.database.kysely)
  await setStatus('ONGOING')
  const text = 'What is the rent?'
  const asked = await kim.ask('', {
    ask: { kind: 'question', messageId: mintId('message'), text, attachments: [file] },
  })
  await readEvents(asked.response, { until: (events) => events.length > 0 })
  expect(world.model.requests()).toHaveLength(0)
  await expectAnsweredOnce(asked, () => setStatus('COMPLETED'))
  expect(promptSent(world).block).toContain('940 euros')
})
