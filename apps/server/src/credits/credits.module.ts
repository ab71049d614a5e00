import type { Plans } from '../accounts/index.ts'
import type { SharedPorts } from '../live/index.ts'
import { siteUrlOf } from '../platform/config/site-url.ts'
import { createUnsubscribeLinks } from '../platform/mail/unsubscribe-links.ts'
import type { NounModule } from '../platform/noun-module.ts'
import { forgetAllowances } from './daily-allowance.ts'
import { renewMonths } from './renew-months.ts'
import { systemAdminsOf } from './requests/recipients.ts'
import { creditRequestBindings } from './requests/routes.ts'

/** How often a worker checks whether a new month has begun, in milliseconds. */
const renewEveryMs = 5 * 60_000

export const creditsModule = ({
  configuration,
  secret,
  database,
  log,
  clock,
  live,
  plans,
}: SharedPorts & { plans: Plans }): NounModule => ({
  bindings: creditRequestBindings({
    database,
    siteUrl: siteUrlOf(configuration),
    unsubscribe: createUnsubscribeLinks({ secret, siteUrl: siteUrlOf(configuration) }),
    systemAdmins: () => systemAdminsOf(database, configuration.admins),
    onChanged: (people) => {
      for (const person of people) live.publish(person, { type: 'credits-changed' })
    },
  }),
  async startWork() {
    const renew = (raises = false) =>
      void renewMonths({ database, plans, log, now: clock.now, raises }).catch((error: unknown) =>
        log.warn(
          { event: 'month.renew_failed', err: error },
          'Could not renew the monthly credits; retrying',
        ),
      )
    const sweep = (raises = false) => {
      renew(raises)
      forgetAllowances(database).catch((error: unknown) =>
        log.warn(
          { event: 'allowance.sweep_failed', err: error },
          'Could not delete allowances of earlier days',
        ),
      )
    }
    // The plans file may give more than it did at the last start.
    sweep(true)
    const timer = setInterval(() => sweep(), renewEveryMs).unref()
    return { stop: () => clearInterval(timer) }
  },
})
