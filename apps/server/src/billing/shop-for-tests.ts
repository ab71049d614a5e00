import path from 'node:path'
import {
  contract,
  type Currency,
  mintId,
  type OrderId,
  type PaymentTransaction,
  withTax,
} from '@atrium/contract'
import { type PaymentSandbox, startPaymentProvider } from '@atrium/sandbox'
import { call, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import type { Clock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { createPaymentProvider } from './create-payment-provider.ts'
import { processStoredEvent } from './events.ts'
import type { PaymentPorts } from './ports.ts'
import { readPlans } from '../accounts/index.ts'
import { Secret } from '../platform/config/secret.ts'
import { sandboxPaymentKey, sandboxWebhookSecret } from '@atrium/sandbox'

export const shopPlansFile = path.join(import.meta.dirname, '../../../../packages/testkit/plans.shop.yaml')

export const buyerInNorway = {
  name: 'Tidewater Probes Ltd',
  email: 'billing@tidewater.example',
  line1: '1 Harbour Street',
  city: 'Oslo',
  postalCode: '0150',
  country: 'NO',
}
export const buyerInIndia = {
  name: 'Jaya Sensors',
  email: 'accounts@jaya.example',
  line1: '7 Museum Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  postalCode: '560001',
  country: 'IN',
  taxId: '29ABCDE1234F1Z5',
}

/** A world that sells, with a payment provider whose webhooks the test delivers. */
export async function startShop({ databaseHost, clock }: { databaseHost: string; clock?: Clock }) {
  const provider: PaymentSandbox = await startPaymentProvider({
    isManual: true,
    ...(clock && { now: clock.now }),
  })
  const world: World = await startWorld({
    databaseHost,
    ...(clock && { clock }),
    environment: { ATRIUM_PLANS_FILE: shopPlansFile, ATRIUM_SANDBOX_PAYMENTS_URL: provider.url },
  })
  const plans = readPlans(shopPlansFile)
  provider.sendTo(`${world.url}/api/payment/webhook`)
  /** The ports of a worker, in addition to the world's own. */
  const ports: PaymentPorts = {
    database: world.database,
    plans,
    provider: createPaymentProvider({
      key: new Secret(sandboxPaymentKey),
      webhookSecret: new Secret(sandboxWebhookSecret),
      address: provider.url,
    }),
    now: clock?.now ?? (() => new Date()),
    log: createLog({ level: 'silent' }),
    queue: { send: async () => undefined },
    siteUrl: world.url,
    onChanged: () => undefined,
  }
  return {
    world,
    provider,
    ports,
    plans,
    setBuyer: (person: TestPerson, billingDetails: typeof buyerInNorway) =>
      call('changeBillingDetails', person.api, {
        params: { accountId: person.accountId },
        body: { billingDetails },
      }),
    /** Places an order at the price of the plans file; an id sends it again. */
    buy(
      person: TestPerson,
      kind: 'pack' | 'plan',
      item: string,
      {
        currency = 'USD',
        orderId = mintId('order'),
        total,
      }: { currency?: Currency; orderId?: OrderId; total?: number } = {},
    ) {
      const price =
        kind === 'pack'
          ? plans.shop.packs.find(({ id }) => id === item)?.price[currency]
          : plans.all.find(({ name }) => name === item)?.price[currency]
      return send(contract.initPayment, person.api, {
        body: {
          orderId,
          kind,
          item,
          currency,
          expectedTotal: total ?? withTax(currency, price ?? 0, null).total,
        },
      })
    },
    /** Delivers every event that happened so far, in order, and processes it. */
    async deliverAll() {
      for (const event of provider.payments.events.splice(0)) {
        await provider.deliver(event)
        await processStoredEvent(ports, event.id)
      }
    },
    async close() {
      await world.close()
      await provider.close()
    },
  }
}
export type ShopWorld = Awaited<ReturnType<typeof startShop>>

/** The id that the provider gave an order's checkout, from the address of its page. */
export const checkoutOf = ({ checkoutUrl }: PaymentTransaction) => checkoutUrl?.split('/').at(-1) ?? ''
