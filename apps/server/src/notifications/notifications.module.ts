import { contract } from '@atrium/contract'
import type { Identity } from '../identity/index.ts'
import type { SharedPorts } from '../live/index.ts'
import { siteUrlOf } from '../platform/config/site-url.ts'
import { inSystem } from '../platform/database/index.ts'
import type { SafeFetch } from '../platform/egress/index.ts'
import { fail } from '../platform/failure.ts'
import { binding } from '../platform/http/bind.ts'
import { createUnsubscribeLinks } from '../platform/mail/unsubscribe-links.ts'
import type { NounModule } from '../platform/noun-module.ts'
import { everyTenMinutes, runs } from '../platform/queue/job.ts'
import { defineJob } from '../platform/queue/queue.ts'
import { sendDigests } from './digest/send-digests.ts'
import { preferencesByLink } from './preferences/change-by-link.ts'
import { deliverPush } from './push/deliver-push.ts'
import { pushNews, sendPush } from './push/push-news.ts'
import { forgetClaims } from './push/push-subscriptions.ts'
import { pushBindings } from './push/routes.ts'
import { vapidKeys } from './push/vapid-keys.ts'
import { stoppedBindings } from './stopped/routes.ts'
import { ownData } from './own-data.ts'

const digests = defineJob<object>('send-digests', {
  retryLimit: 3,
  timeoutSeconds: 600,
})

const forgetPushes = defineJob<object>('forget-pushes')

/** The daily digest, push notifications, the links that end notification mail, and the addresses that get no mail. */
export function notificationsModule({
  configuration,
  secret,
  database,
  clock,
  log,
  identity,
  live,
  queue,
  pushFetch,
}: SharedPorts & { identity: Pick<Identity, 'personOf'>; pushFetch: SafeFetch }): NounModule {
  const siteUrl = siteUrlOf(configuration)
  const keys = vapidKeys(secret)
  pushNews({ database, live, queue, log })
  const unsubscribe = createUnsubscribeLinks({ secret, siteUrl })
  const ports = { database, unsubscribe }
  return {
    ownData,
    bindings: [
      binding(contract.unsubscribe, async ({ query }) => {
        await preferencesByLink(ports, query.token, 'NEVER')
      }),
      binding(contract.getMailPreferences, async ({ query }) => ({
        data: await preferencesByLink(ports, query.token),
      })),
      binding(contract.changeMailPreferences, async ({ query, body }) => ({
        data: await preferencesByLink(ports, query.token, body.emailFrequency),
      })),
      ...pushBindings({ database, keys }),
      ...stoppedBindings({
        database,
        eventsSecret: configuration.mailEventsSecret,
        emailOf: async (userId) => (await identity.personOf(userId))?.email ?? fail('UNAUTHENTICATED'),
        log,
      }),
    ],
    jobs: [
      runs(
        digests,
        (_job, signal) => sendDigests({ database, siteUrl, unsubscribe, now: clock.now, log }, signal),
        { cron: everyTenMinutes },
      ),
      runs(sendPush, (job) => deliverPush({ database, fetch: pushFetch, keys, siteUrl, log }, job)),
      runs(forgetPushes, () => inSystem(database, forgetClaims), { cron: '40 3 * * *' }),
    ],
  }
}
