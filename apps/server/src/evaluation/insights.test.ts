import { type AnswerPart, type FileId, mintId, type RoomId, type TurnId } from '@atrium/contract'
import {
  ApiFailure,
  call,
  colleagueOf,
  readEvents,
  startWorld,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { requestIndexing } from '../retrieval/index.ts'
import { inTenant, sendTogether } from '../platform/database/index.ts'
import { noteSources } from './index.ts'

let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
beforeEach(async () => {
  world.model.reset()
  world.model.script('*', [{ text: 'Tea.' }, { finish: 'stop' }])
  kim = await world.signUp()
})
afterAll(() => world.close())

const insights = async (person = kim) =>
  (await call('readKnowledgeInsights', person.api, { params: { roomId: kim.roomId } })).data
const insightsFor = async (person = kim) => {
  const { foundNothing, hiddenCount } = await insights(person)
  return [foundNothing.map(({ question }) => question), hiddenCount]
}

/** What an answer has that was given these files to read and says this; none of the passages found when there are no files. */
const partsOf = (text: string, ...fileIds: FileId[]): AnswerPart[] => [
  {
    type: 'sources',
    id: 'sources',
    sources: fileIds.map((fileId, index) => ({
      number: index + 1,
      fileId,
      fileName: 'tea.txt',
      of: { kind: 'context', roomId: kim.roomId },
      first: 0,
      last: 0,
      place: {},
      excerpt: 'Tea',
    })),
    trace: {
      query: 'tea',
      isRewritten: false,
      filesSearched: 2,
      passagesSearched: 2,
      passagesFound: fileIds.length,
      wholeFiles: [],
      unreadFiles: [],
      durationMs: 1,
    },
    unsupported: null,
  },
  { type: 'text', id: '1', text },
]

/** Asks, and notes for the answer what it found. */
async function asked(question: string, person = kim, parts = partsOf('I do not know.')) {
  const { chatId, turnId, response } = await person.ask(question)
  await readEvents(response)
  await note(turnId, parts)
  return chatId
}
const note = (turnId: TurnId, parts: AnswerPart[]) =>
  inTenant(world.database, kim, (trx) =>
    sendTogether(trx, noteSources({ accountId: kim.accountId, roomId: kim.roomId, turnId, parts })),
  )

async function addFile(name: string, status: 'COMPLETED' | 'INVALID_INPUT'): Promise<FileId> {
  const fileId = mintId('file')
  const storageKey = `acct/${kim.accountId}/${fileId.slice(-12)}`
  await inTenant(world.database, kim, async (trx) => {
    await sql`
      insert into room_file (account_id, id, room_id, storage_key, name, content_type, size_bytes, stored_at)
      values (${kim.accountId}, ${fileId}, ${kim.roomId}, ${storageKey}, ${name}, 'text/plain', 3, clock_timestamp())`.execute(
      trx,
    )
    await requestIndexing(trx, { accountId: kim.accountId, fileId, scopeId: kim.roomId, storageKey, name })
    await sql`update indexed_file set status = ${status}, problem = ${status === 'INVALID_INPUT' ? 'SCANNED' : null}
      where account_id = ${kim.accountId} and file_id = ${fileId}`.execute(trx)
  })
  return fileId
}

test('questions that found nothing are listed, each once, without what found something', async () => {
  const file = await addFile('tea.txt', 'COMPLETED')
  await asked('What is mate?')
  await asked('What is mate?')
  await asked('What is tea?', kim, partsOf('Leaves [1].', file))
  expect(await insightsFor()).toEqual([['What is mate?'], 0])
})

const colleagues = async (count: number) => {
  const people: TestPerson[] = []
  while (people.length < count) people.push(await colleagueOf(world, kim))
  return people as [TestPerson, TestPerson, TestPerson, TestPerson]
}

test("one person's question is not shown to a room admin, however many others ask about something else", async () => {
  const [victim, first, second, third] = await colleagues(4)
  await asked('What does Kim earn?', victim)
  for (const helper of [first, second, third]) await asked('Where is the contract of Acme?', helper)
  await asked('What does Kim earn?')
  // Kim sees her own question, and the one of three others; the victim's is the same as hers and brings nothing to light.
  const [received] = await insightsFor()
  expect(received).toEqual(['What does Kim earn?', 'Where is the contract of Acme?'])
})

test('a question is shown once three others asked something similar, without what only one of them typed', async () => {
  const [first, second, third] = await colleagues(3)
  await asked('What is the refund policy?', first)
  await asked('What is the refund policy?', first)
  const chatId = await asked('How does our refund policy work for Acme in case 4711?', second)
  await asked('What is the refund policy?')
  expect(await insightsFor(kim)).toEqual([['What is the refund policy?'], 1])
  await asked('Refund policy', third)
  expect(await insightsFor()).toEqual([['Refund policy', 'What is the refund policy?'], 1])
  expect(JSON.stringify(await insights())).not.toContain(second.userId)
  // The chat is its owner's: with it goes the question, here too.
  await call('deleteChat', second.api, { params: { chatId } })
  expect(await insightsFor()).toEqual([['What is the refund policy?'], 1])
})

test('questions of temporary chats are not listed', async () => {
  const { response, turnId } = await kim.ask('A secret?', { isTemporary: true })
  await readEvents(response)
  await note(turnId, partsOf('No.'))
  expect(await insightsFor()).toEqual([[], 0])
})

test('files that no answer cites and files that could not be read are listed', async () => {
  const [old, cited, read] = [
    await addFile('old.txt', 'COMPLETED'),
    await addFile('cited.txt', 'COMPLETED'),
    await addFile('read.txt', 'COMPLETED'),
  ]
  const scanned = await addFile('scan.pdf', 'INVALID_INPUT')
  await asked('What is tea?', kim, partsOf('Leaves [2], not [7] or [x].', read, cited))
  const { neverCited, failed } = await insights()
  expect(neverCited.map(({ id }) => id)).toEqual([old, read])
  expect(failed).toEqual([
    {
      id: scanned,
      name: 'scan.pdf',
      base: null,
      state: { status: 'INVALID_INPUT', problem: 'SCANNED', partsDone: 0, partsTotal: null },
    },
  ])
  await asked('And again?', kim, partsOf('Both [1, 2].', read, cited))
  expect((await insights()).neverCited.map(({ name }) => name)).toEqual(['old.txt'])
  await sql`update source_citation set last_cited_at = now() - interval '91 days' where file_id = ${read}`.execute(
    world.database.kysely,
  )
  expect((await insights()).neverCited.map(({ name }) => name)).toEqual(['old.txt', 'read.txt'])
})

test('a run that a person starts is worked on by the queue', async () => {
  const file = await addFile('tea.txt', 'COMPLETED')
  const params = { roomId: kim.roomId as RoomId }
  await call('createGoldenQuestion', kim.api, {
    params,
    body: { question: 'Tea?', expected: [{ fileId: file }] },
  })
  await call('runChecks', kim.api, { params })
  await vi.waitFor(
    async () => expect((await call('listCheckRuns', kim.api, { params })).data[0]?.status).toBe('DONE'),
    { timeout: 20_000 },
  )
})

const report = async (person = kim) => (await call('getKnowledgeReport', person.api, {})).message.rooms

test('the report of knowledge counts by room what files answered and what found nothing, by the rules of the knowledge check', async () => {
  await sql`update account set plan_name = 'Team' where id = ${kim.accountId}`.execute(world.database.kysely)
  const file = await addFile('tea.txt', 'COMPLETED')
  const [guest] = await colleagues(1)
  await asked('What is mate?')
  await asked('What does Kim earn?', guest)
  await asked('What is tea?', guest, partsOf('Leaves [1].', file))
  expect(await report()).toMatchObject([
    {
      roomId: kim.roomId,
      searches: 3,
      foundNothing: 2,
      mayCheck: true,
      questions: [{ question: 'What is mate?' }],
      hiddenCount: 1,
    },
  ])
  expect(JSON.stringify(await report())).not.toContain('earn')
})

test('the CSV of the report of knowledge has a line for each room and question, and no cell that a spreadsheet would run', async () => {
  await sql`update account set plan_name = 'Team' where id = ${kim.accountId}`.execute(world.database.kysely)
  const download = (person = kim) =>
    fetch(`${world.url}/api/user/usage/knowledge/export`, {
      headers: { authorization: `Bearer ${person.api.token}`, 'workspace-id': kim.accountId },
    })
  await asked('=HYPERLINK("http://evil.example","What is mate?")')
  const reply = await download()
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const [head, room, question, ...rest] = (await reply.text()).trimEnd().split('\r\n')
  expect(head).toMatch(/^\uFEFF?Room id,Room,Searches,Answered,Found nothing,Question without results,Asked$/)
  expect(room).toBe(`${kim.roomId},General,1,0,1,,`)
  expect(question).toMatch(/,,,,"'=HYPERLINK\(""http:\/\/evil\.example"",""What is mate\?""\)",20\d\d-/)
  expect(rest).toEqual([])
  const guest = await colleagueOf(world, kim)
  expect((await download(guest)).status).toBe(403)
  await sql`update account set plan_name = 'Basic' where id = ${kim.accountId}`.execute(world.database.kysely)
  expect((await download()).status).toBe(403)
})

test('PERM-04 the report of knowledge hides rooms that are closed to the admin, members do not see it, nor a plan without reports', async () => {
  const refusal = (person = kim) =>
    report(person).then(
      () => 'shown',
      (error: unknown) => (error instanceof ApiFailure ? error.reply.code : String(error)),
    )
  await sql`update account set plan_name = 'Basic' where id = ${kim.accountId}`.execute(world.database.kysely)
  expect(await refusal()).toBe('REPORTS_NOT_ALLOWED')
  await sql`update account set plan_name = 'Team' where id = ${kim.accountId}`.execute(world.database.kysely)
  const guest = await colleagueOf(world, kim)
  expect(await refusal(guest)).toBe('FORBIDDEN')
  const { data: theirs } = await call('createRoom', guest.api, {
    params: { accountId: kim.accountId },
    body: { name: 'Secret plans', access_type: 'PRIVATE' },
  })
  guest.api.roomId = theirs.id
  const { turnId, response } = await guest.ask('What is the plan?')
  await readEvents(response)
  await sql`
    insert into source_use (account_id, turn_id, room_id, found)
    values (${kim.accountId}, ${turnId}, ${theirs.id}, 0)`.execute(world.database.kysely)
  expect(await report()).toEqual([
    {
      roomId: null,
      name: null,
      searches: 1,
      foundNothing: 1,
      mayCheck: false,
      questions: [],
      hiddenCount: 0,
    },
  ])
})
