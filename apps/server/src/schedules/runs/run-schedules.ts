import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { isDatabaseUnavailable } from '../../platform/database/index.ts'
import type { SchedulePorts } from '../ports.ts'
import { claimDueRuns } from './claim-runs.ts'
import { settleRuns } from './settle-runs.ts'
import { startRun, takeWaitingRuns } from './start-run.ts'

/** Interval of looking for what is due, in milliseconds: while runs are under way, and otherwise. */
const busyMs = 1_000
const restMs = 3_000

/** Makes, starts and ends runs, once. A downtime only delays them. Returns whether there was anything to do. */
export async function runSchedules(ports: SchedulePorts): Promise<boolean> {
  if (!(await hasWork(ports))) return false
  await settleRuns(ports)
  if (ports.isStopping() || ports.downtimeEnd() !== null) return true
  await claimDueRuns(ports.database, ports.clock.now())
  const waiting = await takeWaitingRuns(ports.database)
  await Promise.all(waiting.map((run) => startRun(ports, run)))
  return true
}

/** One statement for a system at rest. */
async function hasWork({ database, clock }: SchedulePorts): Promise<boolean> {
  const found = await sql<{ hasWork: boolean }>`
    select exists (select from schedule_run where state in ('waiting', 'running'))
      or exists (select from schedule where state = 'active' and next_run_at <= ${clock.now()}) as "hasWork"`.execute(
    database.kysely,
  )
  return found.rows[0]?.hasWork ?? false
}

/** Runs schedules until it is stopped; every process with the role `worker` may. */
export function startScheduleWork(ports: SchedulePorts): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const isBusy = await runSchedules(ports).catch((error: unknown) => {
        if (!stopping.signal.aborted || !isDatabaseUnavailable(error))
          ports.log.warn({ event: 'schedule.round_failed', err: error }, 'Could not run schedules; retrying')
        return false
      })
      await delay(isBusy ? busyMs : restMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const ended = loop()
  return {
    stop() {
      stopping.abort()
      return ended
    },
  }
}
