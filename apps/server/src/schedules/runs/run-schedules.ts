import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../../platform/database/index.ts'
import type { SchedulePorts } from '../ports.ts'
import { claimDueRuns } from './claim-runs.ts'
import { settleRuns } from './settle-runs.ts'
import { startRun, takeWaitingRuns } from './start-run.ts'

/** Interval of looking for what is due, in milliseconds. */
const everyMs = 1_000

/** Makes, starts and ends runs, once. A downtime only delays them. */
export async function runSchedules(ports: SchedulePorts): Promise<void> {
  await settleRuns(ports)
  if (ports.isStopping() || ports.downtimeEnd() !== null) return
  await claimDueRuns(ports.database, ports.clock.now())
  const waiting = await takeWaitingRuns(ports.database)
  await Promise.all(waiting.map((run) => startRun(ports, run)))
}

/** Runs schedules until it is stopped; every process with the role `worker` may. */
export function startScheduleWork(ports: SchedulePorts): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await runSchedules(ports).catch((error: unknown) => {
        if (!stopping.signal.aborted || !isDatabaseUnavailable(error))
          ports.log.warn({ event: 'schedule.round_failed', err: error }, 'Could not run schedules; retrying')
      })
      await delay(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
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
