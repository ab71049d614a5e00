import type { NamesOfRooms, Plans } from '../accounts/index.ts'
import type { SharedPorts } from '../live/index.ts'
import { siteUrlOf } from '../platform/config/site-url.ts'
import { createUnsubscribeLinks } from '../platform/mail/unsubscribe-links.ts'
import type { NounModule } from '../platform/noun-module.ts'
import { forgetAllowances } from './daily-allowance.ts'
import { creditLimitBindings } from './limits/routes.ts'
import { warnOfLimits } from './limits/warn-of-limits.ts'
import { renewMonths } from './renew-months.ts'
import type { Actor } from './requests/ports.ts'
import { systemAdminsOf } from './requests/recipients.ts'
import { creditRequestBindings } from './requests/routes.ts'
import { ownData } from './own-data.ts'

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
  namesOfRooms,
}: SharedPorts & { plans: Plans; namesOfRooms: NamesOfRooms }): NounModule => ({
  ownData,
  bindings: [
    ...creditLimitBindings(database, namesOfRooms),
    ...creditRequestBindings({
      database,
      siteUrl: siteUrlOf(configuration),
      now: clock.now,
      unsubscribe: createUnsubscribeLinks({ secret, siteUrl: siteUrlOf(configuration) }),
      systemAdmins: () => systemAdminsOf(database, configuration.admins),
      onChanged: (people) => publishTo(live, people),
    }),
  ],
  async startWork() {
    const renew = (raises = false) =>
      void renewMonths({ database, plans, log, now: clock.now, raises }).catch((error: unknown) =>
        log.warn(
          { event: 'month.renew_failed', err: error },
          'Could not renew the monthly credits; retrying',
        ),
      )
    const siteUrl = siteUrlOf(configuration)
    const unsubscribe = createUnsubscribeLinks({ secret, siteUrl })
    const warn = () =>
      void warnOfLimits({
        database,
        siteUrl,
        unsubscribe,
        log,
        onChanged: (people) => publishTo(live, people),
      }).catch((error: unknown) =>
        log.warn(
          { event: 'limits.warn_failed', err: error },
          'Could not send warnings about limits; retrying',
        ),
      )
    const sweep = (raises = false) => {
      renew(raises)
      warn()
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

function publishTo(live: SharedPorts['live'], people: readonly Actor[]): void {
  for (const person of people) live.publish(person, { type: 'credits-changed' })
}
