import { setTimeout as delay } from 'node:timers/promises'
import { type AccountId, mintId, type UserId } from '@atrium/contract'
import { startModelProvider } from '@atrium/sandbox'
import { holdAndCommit, settleAndCommit } from '@atrium/server/credits/index.ts'
import { connect, type Database, inTenant } from '@atrium/server/platform/database/index.ts'
import { createLog } from '@atrium/server/platform/log.ts'
import { percentile } from './statistics.ts'
import { startAtrium } from './streaming/atrium.ts'
import { signUpPeople } from './streaming/people.ts'

const connections = 12
const questions = 800
/** Milliseconds that each commit takes longer than the disk of this machine, as on a network disk. */
const slowDiskMs = 3

/** Holds with their settlements, of one person's questions at once: all of them change the same two balances. */
type Balances = { perSecond: number; p50Ms: number; p99Ms: number }
export type BalancesMeasured = { here: Balances; onSlowDisk: Balances }

/** Measures the ledger alone on the real server's database, as it is, and with commits that take longer. */
export async function measureBalances(print: (line: string) => void): Promise<BalancesMeasured> {
  await using started = new AsyncDisposableStack()
  const provider = await startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } })
  started.defer(() => provider.close())
  const atrium = await startAtrium({ providerUrl: provider.url })
  started.defer(() => atrium.end())
  const [person] = await signUpPeople(atrium, 1)
  if (!person) throw new Error('Nobody has signed up.')
  const database = connect(atrium.databaseAddress, {
    log: createLog({ level: 'silent' }),
    maxConnections: connections,
  })
  started.defer(() => database.close())
  const { rows } = await database.pool.query<{ userId: UserId }>(
    `select holder as "userId" from credit_balance where account_id = $1 and holder <> 'team'`,
    [person.accountId],
  )
  const userId = rows[0]?.userId
  if (!userId) throw new Error('The member has no balance.')
  await holdAndSettle(database, { accountId: person.accountId, userId })
  print(`${questions} holds and settlements of one person, ${connections} at once`)
  const here = await holdAndSettle(database, { accountId: person.accountId, userId })
  for (const statement of [
    `alter system set commit_delay = ${slowDiskMs * 1_000}`,
    'alter system set commit_siblings = 0',
    'select pg_reload_conf()',
  ])
    await database.pool.query(statement)
  // Processes of the server read their settings between two statements.
  await delay(500)
  const measured = {
    here,
    onSlowDisk: await holdAndSettle(database, { accountId: person.accountId, userId }),
  }
  for (const [where, { perSecond, p50Ms, p99Ms }] of [
    ['on this disk', measured.here],
    [`with commits of ${slowDiskMs} ms more`, measured.onSlowDisk],
  ] as const)
    print(
      `${where}: ${perSecond.toFixed(0)} a second, p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms`,
    )
  return measured
}

async function holdAndSettle(
  database: Database,
  person: { accountId: AccountId; userId: UserId },
): Promise<Balances> {
  const took: number[] = []
  const numbers = Array.from({ length: questions }, (_, index) => index).values()
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const _ of numbers) {
        const from = performance.now()
        const of = { accountId: person.accountId, turnId: mintId('turn') }
        const hold = { ...of, userId: person.userId, amountMilli: 1, kind: 'question' as const, roomId: null }
        await inTenant(database, person, (trx) => holdAndCommit(trx, [hold]))
        const settled = { ...of, chargeMilli: 1, expectedMilli: 1, modelId: null }
        await inTenant(database, person, (trx) => settleAndCommit(trx, settled))
        took.push(performance.now() - from)
      }
    }),
  )
  return {
    perSecond: (questions / (performance.now() - startedAt)) * 1_000,
    p50Ms: percentile(took, 0.5),
    p99Ms: percentile(took, 0.99),
  }
}
