import { type PaymentFigures, paymentCases, paymentFigures } from '../../billing/index.ts'
import type { Configuration } from '../../platform/config/configuration.ts'
import { type Database, inSystem } from '../../platform/database/index.ts'
import { type FactsOf, type Finding, issuesOf } from './parts.ts'

const waitingSeconds = 10 * 60
const maxCases = 10

type Ports = {
  database: Database
  /** As the plans file says. */
  payments: 'off' | 'stripe' | 'sandbox'
  configuration: Pick<Configuration, 'stripeSecretKey' | 'stripeWebhookSecret'>
}

/** Checks webhooks, open orders, renewals and disputes. Of the keys it reports only whether they are set, and for which mode. */
export async function checkPayments(ports: Ports): Promise<Finding<'payments'>> {
  const { database, payments, configuration } = ports
  const { figures, cases } = await inSystem(database, async (trx) => ({
    figures: await paymentFigures(trx),
    cases: await paymentCases(trx, maxCases),
  }))
  const key = keyOf(configuration)
  return {
    facts: {
      provider: payments,
      key,
      hasWebhookSecret: configuration.stripeWebhookSecret !== undefined,
      lastReceivedAt: figures.lastReceivedAt?.toISOString() ?? null,
      lastProcessedAt: figures.lastProcessedAt?.toISOString() ?? null,
      eventsWaiting: figures.eventsWaiting,
      oldestWaitingSeconds: figures.oldestWaitingSeconds,
      openOrders: figures.openOrders,
      failedRenewals: figures.failedRenewals,
      disputes: figures.disputes,
      cases: cases.map(({ since, ...rest }) => ({
        ...rest,
        since: since.toISOString(),
      })),
    },
    issues: [
      ...issuesOf({
        PAYMENTS_SANDBOX: payments === 'sandbox',
        PAYMENTS_TEST_KEY: payments === 'stripe' && key === 'test',
      }),
      ...(payments === 'off' ? [] : issuesOfFigures(figures)),
    ],
  }
}

const issuesOfFigures = ({ eventsWaiting, oldestWaitingSeconds, ...counts }: PaymentFigures) =>
  issuesOf({
    PAYMENT_EVENTS_WAITING: eventsWaiting > 0 && oldestWaitingSeconds >= waitingSeconds,
    PAYMENT_ORDERS_OPEN: counts.stuckOrders > 0,
    RENEWALS_FAILED: counts.failedRenewals > 0,
    DISPUTES_OPEN: counts.disputes > 0,
  })

/** Stripe writes the mode into its keys. */
function keyOf({ stripeSecretKey }: Ports['configuration']): FactsOf<'payments'>['key'] {
  if (stripeSecretKey === undefined) return null
  return /^[a-z]+_test_/.test(stripeSecretKey.reveal()) ? 'test' : 'live'
}
