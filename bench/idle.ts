import { setTimeout as delay } from 'node:timers/promises'
import { startModelProvider } from '@atrium/sandbox'
import { connect } from '@atrium/server/platform/database/index.ts'
import { createLog } from '@atrium/server/platform/log.ts'
import { startAtrium } from './streaming/atrium.ts'
import { signUpPeople } from './streaming/people.ts'
import { cpuSeconds, memoryMegabytes, wakeUps } from './streaming/processes.ts'

const settlingSeconds = 30
const seconds = 60

/** Figures of server and database together, while nobody does anything. */
export type IdleMeasured = {
  /** Share of one core. */
  cpuShare: number
  wakeUpsPerSecond: number
  commitsPerSecond: number
  memoryMb: number
}

/** Starts the product, lets a person sign up, and measures a minute in which nobody does anything. */
export async function measureIdle(say: (line: string) => void): Promise<IdleMeasured> {
  await using started = new AsyncDisposableStack()
  const provider = await startModelProvider()
  started.defer(() => provider.close())
  const atrium = await startAtrium({ providerUrl: provider.url })
  started.defer(() => atrium.end())
  await signUpPeople(atrium, 1)
  const database = connect(atrium.databaseAddress, { log: createLog({ level: 'silent' }), maxConnections: 1 })
  started.defer(() => database.close())
  const commits = async () =>
    Number(
      (await database.pool.query(`select xact_commit from pg_stat_database where datname = 'atrium'`)).rows[0]
        .xact_commit,
    )
  say(`at rest for ${settlingSeconds + seconds} s …`)
  await delay(settlingSeconds * 1_000)
  const { processes } = atrium
  const before = { cpu: cpuSeconds(processes), wakeUps: wakeUps(processes), commits: await commits() }
  await delay(seconds * 1_000)
  return {
    cpuShare: (cpuSeconds(processes) - before.cpu) / seconds,
    wakeUpsPerSecond: (wakeUps(processes) - before.wakeUps) / seconds,
    commitsPerSecond: ((await commits()) - before.commits) / seconds,
    memoryMb: memoryMegabytes(processes),
  }
}
