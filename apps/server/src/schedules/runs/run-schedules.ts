import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { isDatabaseUnavailable } from '../../platform/database/index.ts'
import type { SchedulePorts } from '../ports.ts'
import { claimDueRuns } from './claim-runs.ts'
import { settleRuns } from './settle-runs.ts'
import { startRun, takeWaitingRuns } from './start-run.ts'

/** Interval of checks for due schedules, in milliseconds: while runs are under way, and otherwise. */
const busyMs = 1_000
const restMs = 3_000
/** The same while no schedule is active, of a process that is alone on its database: others may add one. */
const idleMs = 30_000

/** Makes, starts and ends runs, once. A downtime only delays them. Returns whether there was anything to do, or may soon be. */
export async function runSchedules(ports: SchedulePorts): Promise<'busy' | 'waiting' | 'idle'> {
  const { hasWork, hasActive } = await readWork(ports)
  if (!hasWork) return hasActive ? 'waiting' : 'idle'
  await settleRuns(ports)
  if (ports.isStopping() || ports.downtimeEnd() !== null) return 'busy'
  await claimDueRuns(ports.database, ports.clock.now())
  const waiting = await takeWaitingRuns(ports.database)
  await Promise.all(waiting.map((run) => startRun(ports, run)))
  return 'busy'
}

/** A single statement, so that an idle system does little. */
async function readWork({
  database,
  clock,
}: SchedulePorts): Promise<{ hasWork: boolean; hasActive: boolean }> {
  const found = await sql<{ hasWork: boolean; hasActive: boolean }>`
    select exists (select from schedule_run where state in ('waiting', 'running'))
      or exists (select from schedule where state = 'active' and next_run_at <= ${clock.now()}) as "hasWork",
      exists (select from schedule where state = 'active') as "hasActive"`.execute(database.kysely)
  return found.rows[0] ?? { hasWork: false, hasActive: true }
}

/** Runs schedules until it is stopped; every process with the role `worker` may. `wake` is called when schedules were changed here. */
export function startScheduleWork(ports: SchedulePorts): { wake(): void; stop(): Promise<void> } {
  const stopping = new AbortController()
  let changed = new AbortController()
  const pauseMs = { busy: busyMs, waiting: restMs, idle: idleMs }
  const loop = async () => {
    while (!stopping.signal.aborted) {
      // A change from here on interrupts the pause.
      changed = new AbortController()
      const found = await runSchedules(ports).catch((error: unknown) => {
        if (!stopping.signal.aborted || !isDatabaseUnavailable(error))
          ports.log.warn({ event: 'schedule.round_failed', err: error }, 'Could not run schedules; retrying')
        return 'waiting' as const
      })
      const state = found === 'idle' && ports.nodes.hasOthers() ? 'waiting' : found
      const signal = AbortSignal.any([stopping.signal, changed.signal])
      await delay(pauseMs[state], undefined, { signal }).catch(() => undefined)
    }
  }
  const ended = loop()
  return {
    wake: () => changed.abort(),
    stop() {
      stopping.abort()
      return ended
    },
  }
}
