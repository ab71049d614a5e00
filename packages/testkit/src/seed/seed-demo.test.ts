import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { auditLedger } from '@atrium/server/credits/index.ts'
import { checkoutDir } from '@atrium/server/platform/config/configuration.ts'
import { createLog } from '@atrium/server/platform/log.ts'
import { Secret } from '@atrium/server/platform/config/secret.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { checkInvariants } from '../check-invariants.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { planTimes, randomNumbers, shuffled } from './plan-times.ts'
import { parseConversations, readConversations } from './read-conversations.ts'
import { hasAccounts, seedDemo } from './seed-demo.ts'

let data: TestDatabase
let dataDir: string
const now = new Date()

beforeAll(async () => {
  data = await createTestDatabase(inject('databaseHost'))
  dataDir = mkdtempSync(path.join(tmpdir(), 'seed-test-'))
  expect(await hasAccounts(data.database)).toBe(false)
  await seedDemo({
    address: data.address,
    dataDir,
    plansFile: path.join(checkoutDir, 'plans.yaml'),
    secret: new Secret('a3f1d7a29c3e4586a7d8e9f00112233445566778899aabbccddeeff001122336'),
    log: createLog({ level: 'warn' }, { write: (line) => void process.stderr.write(line) }),
    seed: 1,
    now,
  })
}, 180_000)
afterAll(async () => {
  await data.drop()
  rmSync(dataDir, { recursive: true })
})

const one = async (query: string) =>
  (await data.database.pool.query(query)).rows[0] as Record<string, unknown>

test('I6 OPS-01 the ledger of the demo team is sound, and so is every answer', async () => {
  expect(await auditLedger(data.database)).toEqual([])
  expect(await checkInvariants(data.database, { acknowledged: [], seen: [] })).toEqual([])
})

test('twelve people of five languages, seven rooms, at least sixty chats with titles, each way in which an answer ends', async () => {
  expect(
    await one(`select
      (select count(*)::int from membership) as people, (select count(distinct language)::int from user_profile) as languages,
      (select count(*)::int from room) as rooms, (select count(*)::int from room where access_type = 'PRIVATE') as private_rooms,
      (select count(*) >= 60 from chat) as many_chats,
      (select count(*)::int from chat where title_source <> 'automatic') as untitled,
      (select count(*)::int from turn where not sandbox) as real_models,
      (select string_agg(distinct state, ' ' order by state) from turn) as states`),
  ).toEqual({
    people: 12,
    languages: 5,
    rooms: 7,
    private_rooms: 3,
    many_chats: true,
    untitled: 0,
    real_models: 0,
    states: 'answered failed stopped',
  })
})

test('the owner has finished jobs of each kind with their steps, schedules of them that run, and a paused one', async () => {
  expect(
    await one(`select (select count(*)::int from agent_job where state = 'completed') as jobs,
      (select string_agg(distinct kind, ' ' order by kind) from agent_job) as kinds,
      (select count(*) > 5 from agent_job_step) as steps,
      (select count(*)::int from schedule where state = 'active' and next_run_at is not null) as active,
      (select count(*)::int from schedule where state = 'paused') as paused,
      (select string_agg(question ->> 'jobKind', ' ' order by question ->> 'jobKind') from schedule) as scheduled_kinds`),
  ).toEqual({
    jobs: 5,
    kinds: 'data-analysis file-summaries research table-run translation',
    steps: true,
    active: 4,
    scheduled_kinds: 'data-analysis table-run translation',
    paused: 1,
  })
})

test('chats lie in the last four months, and the ledger at every moment of them adds up to no less than nothing', async () => {
  const { first, last, sessions } = await one(
    'select min(asked_at) as first, max(asked_at) as last, (select count(*)::int from identity_session) as sessions from chat',
  )
  expect((last as Date).getTime()).toBeLessThan(now.getTime())
  expect((last as Date).getTime()).toBeGreaterThan(now.getTime() - 7 * 86_400_000)
  expect((first as Date).getTime()).toBeLessThan(now.getTime() - 60 * 86_400_000)
  expect(sessions).toBe(0)
  const { lowest, disordered, months } = await one(`
    select min(balance)::int as lowest, count(*) filter (where created_at < before)::int as disordered,
      (select count(distinct reference)::int from credit_entry where kind = 'grant') as months
    from (select sum(amount_milli) over holder_so_far as balance, created_at, lag(created_at) over holder_so_far as before
      from credit_entry window holder_so_far as (partition by holder order by id)) as history`)
  expect(lowest).toBeGreaterThanOrEqual(0)
  expect(disordered).toBe(0)
  expect(months).toBeGreaterThanOrEqual(4)
  await expect(sql`update credit_entry set amount_milli = 0`.execute(data.database.kysely)).rejects.toThrow(
    'append-only',
  )
})

test('the owner sees full rooms, labels, stars, citations, pictures, a base, templates, canvases, shared chats, golden questions and a spread audit log', async () => {
  expect(
    await one(`with owner as (select id from identity_user where email like 'amara@%')
      select
        (select count(distinct room_id)::int from chat where owner_id = (select id from owner)) as rooms_asked_in,
        (select count(*)::int from chat_label where owner_id = (select id from owner)) as labels,
        (select count(*) >= 4 from chat where is_starred and owner_id = (select id from owner)) as stars,
        (select count(*) >= 8 from turn where parts::text like '%"sources"%' and parts::text ~ '\\[\\d\\]') as cited,
        (select count(*) >= 2 from turn where parts::text like '%"picture"%') as pictures,
        (select count(*)::int from knowledge_base) as bases,
        (select count(*)::int from prompt) as templates,
        (select string_agg(share || ' ' || word_count, ', ' order by share) from canvas) as canvases,
        (select count(*)::int from shaping_call where kind = 'canvas-suggestion' and state = 'finished') as suggestions,
        (select string_agg(name, ', ') from canvas_version where name is not null) as versions,
        (select count(*)::int from canvas_picture_use) as canvases_with_pictures,
        (select count(*)::int from canvas_base) as canvases_with_knowledge,
        (select count(*)::int from canvas_comment) as comments,
        (select count(*)::int from canvas_thread where resolved_at is null) as open_threads,
        (select count(*)::int from knowledge_source where kind = 'canvas' and status = 'READY') as canvas_sources,
        (select count(*)::int from message where exists (
          select from canvas where canvas.id = any(message.canvas_ids))) as asked_about_canvases,
        (select string_agg(share, ' ' order by share) from chat where share <> 'none' and owner_id = (select id from owner)) as shares,
        (select count(*)::int from golden_question) as golden,
        (select count(distinct date_trunc('month', at)) >= 3 from audit_entry) as audited_months,
        (select count(distinct date_trunc('month', started_at)) >= 4 from turn) as used_months`),
  ).toEqual({
    rooms_asked_in: 7,
    labels: 4,
    stars: true,
    cited: true,
    pictures: true,
    bases: 1,
    templates: 7,
    canvases: 'edit 97, view 46',
    suggestions: 1,
    versions: 'Agreed with operations',
    comments: 3,
    open_threads: 1,
    canvas_sources: 1,
    canvases_with_knowledge: 1,
    canvases_with_pictures: 1,
    asked_about_canvases: 1,
    shares: 'open read',
    golden: 7,
    audited_months: true,
    used_months: true,
  })
})

test('the team has limits, a credit request, billing details, orders with receipts, and questions that its files answer and lack', async () => {
  expect(
    await one(`select
      (select string_agg(status, ' ' order by created_at) from payment_order) as orders,
      (select count(distinct date_trunc('day', created_at))::int from payment_order) as order_days,
      (select max(created_at) < now() - interval '1 day' from payment_order) as ordered_before,
      (select string_agg(number, ' ' order by number) from receipt) as receipts,
      (select count(*)::int from billing_details) as buyers,
      (select count(*)::int from membership where monthly_credit_limit_milli is not null) as limited_members,
      (select count(*)::int from credit_room_limit) as limited_rooms,
      (select count(*)::int from credit_request where state = 'open') as requests,
      (select count(*) >= 8 from source_use where found > 0) as answered,
      (select count(*) >= 1 from source_use where found = 0) as lacking`),
  ).toEqual({
    orders: 'COMPLETED CANCELLED COMPLETED',
    order_days: 3,
    ordered_before: true,
    receipts: expect.stringMatching(/^SANDBOX-ATR-\d{4}-000001 SANDBOX-ATR-\d{4}-00000[12]$/),
    buyers: 1,
    limited_members: 1,
    limited_rooms: 1,
    requests: 1,
    answered: true,
    lacking: true,
  })
})

test('a database with the demo team takes no second one', async () => {
  await expect(hasAccounts(data.database)).rejects.toThrow('The demo team is in this database already')
})

test('the same seed makes the same order and times, another seed others', () => {
  const plan = (seed: number) => {
    const random = randomNumbers(seed)
    return [
      shuffled(readConversations(), random).map(({ title }) => title),
      planTimes(64, { now, days: 120 }, random),
    ]
  }
  expect(plan(1)).toEqual(plan(1))
  expect(plan(2)).not.toEqual(plan(1))
})

test('a written conversation is read with its branches and ends', () => {
  const text =
    '== Tea | kim | General | sandbox-quick\n>> Which?\n~~ Hm.\n<< Tea.\n\nReally.\n>>edit Why?\n<<failed\n>> again\n<<stopped Because\n'
  const written = { usesWeb: false, isAboutCanvases: false, compared: [] }
  const answered = {
    ...written,
    kind: 'next',
    question: 'Which?',
    reasoning: 'Hm.',
    answer: 'Tea.\n\nReally.',
    compared: [],
    end: 'answered',
  }
  expect(parseConversations(text)).toEqual([
    {
      title: 'Tea',
      person: 'kim',
      room: 'General',
      modelId: 'sandbox-quick',
      turns: [
        answered,
        { ...written, kind: 'edit', question: 'Why?', reasoning: '', answer: '', end: 'failed' },
        { ...written, kind: 'again', question: 'Why?', reasoning: '', answer: 'Because', end: 'stopped' },
      ],
    },
  ])
})
