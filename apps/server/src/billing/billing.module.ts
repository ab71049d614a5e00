import type { NamesOfRooms, Plans } from '../accounts/index.ts'
import type { SharedPorts } from '../live/index.ts'
import { siteUrlOf } from '../platform/config/site-url.ts'
import { inSystem } from '../platform/database/index.ts'
import type { NounModule } from '../platform/noun-module.ts'
import { everyFiveMinutes, everyTenMinutes, type Job, runs } from '../platform/queue/job.ts'
import { defineJob } from '../platform/queue/queue.ts'
import { processStoredEvent } from './events.ts'
import { ownData } from './receipts/own-data.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { type BillingPorts, type PaymentPorts, processEvent } from './ports.ts'
import { boughtPlans } from './queries.ts'
import { reconcile } from './reconcile.ts'
import { renewSubscriptions } from './renew-subscriptions.ts'
import { billingBindings } from './routes.ts'

const reconcilePayments = defineJob('reconcile-payments', { retryLimit: 0 })
const renewPlans = defineJob('renew-subscriptions', { retryLimit: 0 })

type Ports = SharedPorts & {
  plans: Plans
  provider: PaymentProvider | null
}

/** Plans, orders, payments and subscriptions. */
export function billingModule(
  { configuration, database, clock, log, live, queue, plans, provider }: Ports,
  more: { namesOfRooms: NamesOfRooms; modelNames(): ReadonlyMap<string, string> },
): NounModule {
  const ports: BillingPorts = {
    database,
    plans,
    provider,
    now: clock.now,
    log,
    queue,
    siteUrl: siteUrlOf(configuration),
    onChanged: (accountId) => {
      live.publish({ accountId }, { type: 'credits-changed' })
      live.publish({ accountId }, { type: 'role-changed' })
    },
  }
  return { bindings: billingBindings({ ...ports, ...more }), jobs: jobsOf(ports, provider), ownData }
}

/** The kinds of jobs exist even while payments are off, so that earlier events can wait. */
function jobsOf(ports: BillingPorts, provider: PaymentProvider | null): Job[] {
  const selling = (work: (ports: PaymentPorts) => Promise<void>) =>
    provider === null ? Promise.resolve() : work({ ...ports, provider })
  return [
    runs(processEvent, ({ eventId }) => selling((all) => processStoredEvent(all, eventId)), {
      concurrency: 4,
    }),
    runs(reconcilePayments, () => selling((all) => reconcile(all)), { cron: everyFiveMinutes }),
    runs(renewPlans, () => selling((all) => renewSubscriptions(all)), { cron: everyTenMinutes }),
  ]
}

/** Loads the plans of subscriptions as they were bought, for `plans.named`. Before the first request. */
export async function loadBoughtPlans({
  database,
  plans,
}: Pick<BillingPorts, 'database' | 'plans'>): Promise<void> {
  for (const plan of await inSystem(database, boughtPlans)) plans.keep(plan)
}
