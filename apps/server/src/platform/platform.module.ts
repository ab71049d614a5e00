import { eraseOldReplies } from './http/idempotency.ts'
import { type SendMail, startMailDelivery } from './mail/mail.ts'
import type { NounModule, PlatformPorts } from './noun-module.ts'
import { everyTenMinutes, runs } from './queue/job.ts'
import { defineJob } from './queue/queue.ts'

export const eraseReplies = defineJob<object>('erase-replies', { retryLimit: 3, timeoutSeconds: 600 })

/** Delivers mail, and erases expired replies that were stored for repeated requests. */
export const platformModule = ({
  database,
  address,
  log,
  sendMail,
}: Pick<PlatformPorts, 'database' | 'address' | 'log'> & { sendMail(): SendMail }): NounModule => ({
  jobs: [runs(eraseReplies, () => eraseOldReplies(database), { cron: everyTenMinutes })],
  startWork: () => startMailDelivery({ database, address, send: sendMail(), log }),
})
