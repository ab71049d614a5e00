import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startModelProvider } from '@atrium/sandbox'
import { connect, type DatabaseAddress } from '@atrium/server/platform/database/index.ts'
import { createLog } from '@atrium/server/platform/log.ts'
import { call } from '@atrium/testkit/api-client.ts'
import { percentile } from './statistics.ts'
import { startAtrium } from './streaming/atrium.ts'
import { type Person, signUpPeople } from './streaming/people.ts'

const memberCount = 400
const roomCount = 60
/** Server and database are started anew for each round, so nothing is cached by either. */
const coldRounds = 6

/** Reports of a year of an account of 400 members. */
export type ReportsMeasured = {
  questions: number
  /** Milliseconds over HTTP: p95 of the first calls after a start, in turn, and of repeated calls. */
  calls: { what: string; coldP95Ms: number; warmP95Ms: number }[]
}

/** Fills the real server's database with a year of charges and asks for every report as the account's owner does. */
export async function measureReports(
  questions: number,
  say: (line: string) => void,
): Promise<ReportsMeasured> {
  await using started = new AsyncDisposableStack()
  const provider = await startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } })
  started.defer(() => provider.close())
  const dataDir = await mkdtemp(path.join(tmpdir(), 'atrium-bench-'))
  started.defer(() => rm(dataDir, { recursive: true, force: true }))
  const start = () => startAtrium({ providerUrl: provider.url, dataDir })

  say(`${questions} charges in a year, ${memberCount} members, ${roomCount} rooms …`)
  let atrium = await start()
  started.defer(() => atrium.end())
  const [owner] = (await signUpPeople(atrium, 1)) as [Person]
  const member = await fill(atrium.databaseAddress, owner, questions)
  await atrium.end()
  atrium = await start()
  // The worker copies finished months soon after a start.
  await untilSealed(atrium.databaseAddress)
  const asked = requests(owner, member)
  const cold = new Map<string, number[]>(asked.map(({ what }) => [what, []]))
  for (let round = 0; round < coldRounds; round++) {
    await atrium.end()
    atrium = await start()
    // A new address is a new issuer of tokens.
    const { url } = atrium
    const token = await signIn(url, owner)
    // Each request is the first one of some round.
    for (let index = 0; index < asked.length; index++) {
      const request = asked[(index + round * 2) % asked.length] as (typeof asked)[number]
      cold.get(request.what)?.push(await timed(() => request.ask({ url, token })))
    }
  }
  const calls = []
  const { url } = atrium
  const token = await signIn(url, owner)
  for (const { what, ask } of asked) {
    const took: number[] = []
    for (let count = 0; count < 20; count++) took.push(await timed(() => ask({ url, token })))
    calls.push({ what, coldP95Ms: percentile(cold.get(what) ?? [], 0.95), warmP95Ms: percentile(took, 0.95) })
  }
  return { questions, calls }
}

async function untilSealed(address: DatabaseAddress): Promise<void> {
  const database = connect(address, { log: createLog({ level: 'silent' }), maxConnections: 1 })
  const isSealed = async () =>
    (
      await database.pool.query<{ ok: boolean }>(
        `select coalesce(max(month) >= date_trunc('month', now() - interval '1 hour') - interval '1 month', false) as ok from usage_month`,
      )
    ).rows[0]?.ok
  try {
    while (!(await isSealed())) await delay(500)
  } finally {
    await database.close()
  }
}

async function timed(ask: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await ask()
  return performance.now() - from
}

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)

async function signIn(url: string, { email, password }: Person): Promise<string> {
  return (await call('signIn', { url }, { body: { email, password } })).data.accessToken
}

function requests({ accountId, roomId }: Person, member: string) {
  const now = Date.now()
  const year = { from: dayOf(now - 364 * 86_400_000), to: dayOf(now) }
  const of = (query: object) => (at: { url: string; token: string }) =>
    call('getUsage', { ...at, accountId }, { query: { ...year, ...query } } as never)
  const history = (query: object) => (at: { url: string; token: string }) =>
    call('getUsageHistory', { ...at, accountId }, { query: { ...year, ...query } } as never)
  const zone = { time_zone: 'Asia/Kathmandu' }
  return [
    { what: 'by member', ask: of({ view: 'member', ...zone }) },
    { what: 'by date, Kathmandu (+5:45)', ask: of({ view: 'date', ...zone }) },
    { what: 'by date, New York', ask: of({ view: 'date', time_zone: 'America/New_York' }) },
    { what: 'by room', ask: of({ view: 'room', ...zone }) },
    { what: 'by model', ask: of({ view: 'model', ...zone }) },
    { what: 'by member, questions only', ask: of({ view: 'member', kind: 'question', ...zone }) },
    { what: 'by member, the room with a third', ask: of({ view: 'member', room: roomId, ...zone }) },
    { what: 'by date, the model with a half', ask: of({ view: 'date', model: 'model-1', ...zone }) },
    { what: 'by date, one member', ask: of({ view: 'date', member, ...zone }) },
    { what: 'own history, first page', ask: history(zone) },
    { what: 'own history, by credits', ask: history({ sort: 'credits', ...zone }) },
  ]
}

/**
 * A year on weekdays between 7 and 19 o'clock UTC, mostly; some members, rooms and models are used far more than others: the owner's
 * room has a third of the questions, and the owner one in 50. Returns a member.
 */
async function fill(
  address: DatabaseAddress,
  { accountId, roomId }: Person,
  questions: number,
): Promise<string> {
  const database = connect(address, {
    log: createLog({ level: 'silent' }),
    maxConnections: 1,
    statementTimeoutMs: 0,
  })
  const run = (text: string, ...values: unknown[]) => database.pool.query<{ user_id: string }>(text, values)
  const idOf = (kind: string, n: string) =>
    `'${kind}_01890000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0')`
  try {
    const found = await run(`select user_id from membership where account_id = $1`, accountId)
    const owner = found.rows[0]?.user_id
    if (owner === undefined) throw new Error('The account has no owner.')
    await run(
      `with person as (
        insert into identity_user (id, name, email)
        select ${idOf('user', 'n')}, 'Person ' || n, 'member' || n || '@example.com'
        from generate_series(1, $2::int) as n returning id)
      insert into membership (account_id, user_id, role) select $1, id, 'member' from person`,
      accountId,
      memberCount - 1,
    )
    await run(
      `insert into room (account_id, id, name, access_type, created_by)
      select $1, ${idOf('room', 'n')}, 'Room ' || n, case when n % 2 = 0 then 'PUBLIC' else 'PRIVATE' end, $3
      from generate_series(1, $2::int) as n`,
      accountId,
      roomCount - 1,
      owner,
    )
    // Without triggers, which check each row's account.
    await run('set session_replication_role = replica')
    // In steps, as such a table grows.
    const step = 100_000
    for (let from = 1; from <= questions; from += step)
      await run(
        `insert into credit_hold (account_id, turn_id, user_id, held_milli, charged_milli, state, created_at, closed_at, kind, room_id, model_id)
        select $1, ${idOf('turn', 'n')}, case when pick.person < 0.02 then $2 else ${idOf('user', '1 + floor(power(pick.person, 2) * $3)::int')} end,
          milli, milli, 'settled', at, at,
          case when pick.kind < 0.9 then 'question' when pick.kind < 0.95 then 'picture' else 'shaping' end,
          case when pick.room < 0.34 then $4 else ${idOf('room', '1 + floor(pick.room * $5)::int')} end,
          case when pick.model < 0.5 then 'model-1' else 'model-' || ceil(pick.model * 8) end
        from generate_series($6::int, $7::int) as n
        cross join lateral (select random() as person, random() as kind, random() as room, random() as model, n as row) as pick
        cross join lateral (select (10 + random() * 3000)::int as milli,
          date_trunc('day', now() - (1 - n::float8 / $8) * interval '364 days')
            + (7 + 12 * random()) * interval '1 hour' as at, n as row) as charge
        where at < now()`,
        accountId,
        owner,
        memberCount - 1,
        roomId,
        roomCount - 1,
        from,
        Math.min(questions, from + step - 1),
        questions,
      )
    await run('vacuum analyze credit_hold, membership, identity_user, room')
    return `user_01890000-0000-7000-8000-000000000007`
  } finally {
    await database.close()
  }
}
