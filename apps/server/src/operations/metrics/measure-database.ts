import { Gauge } from 'prom-client'
import type { Database } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { createLedgerTotals } from './ledger-totals.ts'
import { readQueues } from '../../platform/queue/read-queues.ts'
import { remembered } from './remembered.ts'

const rememberedMs = 10_000

/**
 * Metrics of queues, ledger and size: reads the database at most every 10 seconds. Without a database their series are missing
 * and `atrium_database_up` is 0.
 */
export function measureDatabase({
  database,
  metrics,
  log,
}: {
  database: Database
  metrics: Metrics
  log: Log
}): void {
  const registers = [metrics]
  const totals = createLedgerTotals(database)
  const read = remembered(
    async () => ({
      queues: await readQueues(database),
      ledger: await totals.read(),
      bytes: await databaseBytes(database),
    }),
    rememberedMs,
  )
  const readOrNull = () =>
    read().catch((error: unknown) => {
      log.debug({ event: 'metrics.database_failed', err: error }, 'Could not measure the database')
      return null
    })
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    set: (gauge: Gauge, found: Awaited<ReturnType<typeof read>>) => void,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        const found = await readOrNull()
        this.reset()
        if (found) set(this, found)
      },
    })
  gauge('atrium_database_up', 'Whether the database answers', [], (up) => up.set(1))
  gauge('atrium_database_size_bytes', 'Size of the database', [], (size, { bytes }) => size.set(bytes))
  gauge('atrium_queue_waiting', 'Jobs that are due and not begun', ['queue'], (waiting, { queues }) => {
    for (const { name, waiting: count } of queues) waiting.set({ queue: name }, count)
  })
  gauge('atrium_queue_lag_seconds', 'How long the oldest due job waits', ['queue'], (lag, { queues }) => {
    for (const { name, lagSeconds } of queues) lag.set({ queue: name }, lagSeconds)
  })
  gauge(
    'atrium_ledger_credits',
    'Credits of all teams since the first entry: grant, expire, hold, release, charge',
    ['kind'],
    (sums, { ledger }) => {
      for (const [kind, credits] of Object.entries(ledger.sums)) sums.set({ kind }, credits)
    },
  )
  gauge('atrium_credits_held', 'Credits that running answers hold now', [], (held, { ledger }) =>
    held.set(ledger.held),
  )
}

async function databaseBytes(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ bytes: number }>(
    'select pg_database_size(current_database()) as bytes',
  )
  return Number(rows[0]?.bytes ?? 0)
}
