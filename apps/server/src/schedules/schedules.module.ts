import type { AnswerPorts } from '../answers/index.ts'
import { siteUrlOf } from '../platform/config/site-url.ts'
import { createUnsubscribeLinks } from '../platform/mail/unsubscribe-links.ts'
import type { NounModule } from '../platform/noun-module.ts'
import { runs } from '../platform/queue/job.ts'
import { defineJob } from '../platform/queue/queue.ts'
import type { SchedulePorts } from './ports.ts'
import { scheduleBindings } from './routes.ts'
import { forgetOldRuns } from './runs/claim-runs.ts'
import { startScheduleWork } from './runs/run-schedules.ts'
import { ownData } from './own-data.ts'

const forgetRuns = defineJob<object>('forget-schedule-runs', { retryLimit: 3, timeoutSeconds: 300 })

/** Questions that repeat: their lists, and their runs by the clock. */
export function schedulesModule(
  answers: AnswerPorts,
  process: Pick<SchedulePorts, 'downtimeEnd' | 'isStopping'>,
): NounModule {
  const siteUrl = siteUrlOf(answers.configuration)
  const unsubscribe = createUnsubscribeLinks({ secret: answers.secret, siteUrl })
  const ports: SchedulePorts = { ...answers, siteUrl, unsubscribe, ...process }
  let work: ReturnType<typeof startScheduleWork> | undefined
  return {
    ownData,
    bindings: scheduleBindings(ports, () => work?.wake()),
    jobs: [runs(forgetRuns, () => forgetOldRuns(answers.database), { cron: '20 3 * * *' })],
    startWork: async () => (work = startScheduleWork(ports)),
  }
}
