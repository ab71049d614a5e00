import type { AccountId, OrderId, UserId } from '@atrium/contract'
import type { Plans } from '../accounts/index.ts'
import type { Database } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import { defineJob, type Queue } from '../platform/queue/queue.ts'
import type { PaymentProvider } from './payment-provider.ts'

export type BillingPorts = {
  database: Database
  plans: Plans
  /** Null while payments are off. */
  provider: PaymentProvider | null
  now: () => Date
  log: Log
  queue: Pick<Queue, 'send'>
  /** The public address of the site, to which checkout pages return. */
  siteUrl: string
  /** Notifies an account's open browsers that its plan or credits changed. */
  onChanged(accountId: AccountId): void
}

/** The ports with a payment provider. */
export type PaymentPorts = BillingPorts & { provider: PaymentProvider }

/** Reads the state of an event's payment from the provider and applies it. */
export const processEvent = defineJob<{ eventId: string }>('payment-event', { retryLimit: 8 })

/** An admin of an account. */
export type Actor = { accountId: AccountId; userId: UserId }

/** An order, wherever it is. */
export type OrderKey = { accountId: AccountId; orderId: OrderId }
