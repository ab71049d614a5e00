import { contract } from '@atrium/contract'
import { lockAccountEditor, planNameOf, requireAccountEditor, writeAudit } from '../accounts/index.ts'
import type { Actor } from './ports.ts'
import { inSystem, inTenant, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Binding, binding } from '../platform/http/bind.ts'
import { cancelOrder } from './cancel-order.ts'
import { choosePlan, readChoice } from './choose-plan.ts'
import { storeEvent } from './events.ts'
import { type PlanDetailPorts, readPlanDetails } from './plan-details.ts'
import type { PaymentPorts } from './ports.ts'
import { presentOrder } from './present-order.ts'
import {
  billingDetailsOf,
  countOrders,
  orderOf,
  ordersPage,
  receiptOf,
  saveBillingDetails,
} from './queries.ts'
import type { Receipt } from './receipts/receipt-pdf.ts'
import { offersFor, presentShop } from './shop.ts'
import { startOrder } from './start-order.ts'
import { syncOrder } from './sync-order.ts'

/** Plans, billing details, payments and receipts of an account, for its admins; and the provider's webhook. */
export function billingBindings(ports: PlanDetailPorts): Binding[] {
  const { database, plans } = ports
  const reading = <Result>(actor: Actor, work: (trx: Transaction) => Promise<Result>) =>
    inTenant(database, actor, async (trx) => {
      await requireAccountEditor(trx, actor)
      return await work(trx)
    })
  const selling = (): PaymentPorts =>
    ports.provider ? { ...ports, provider: ports.provider } : fail('PAYMENTS_OFF')
  const shownOrder = (actor: Actor, orderId: Parameters<typeof orderOf>[2]) =>
    reading(actor, async (trx) => (await orderOf(trx, actor.accountId, orderId)) ?? fail('NOT_FOUND'))

  return [
    binding(contract.listPlans, ({ caller }) =>
      reading(caller, async (trx) => {
        const current = plans.named((await planNameOf(trx, caller.accountId)) ?? fail('NOT_FOUND'))
        const buyer = await billingDetailsOf(trx, caller.accountId)
        return { message: { shop: presentShop(plans, buyer), plans: offersFor(plans, current) } }
      }),
    ),
    binding(contract.listTopUps, ({ caller }) =>
      reading(caller, async (trx) => {
        const shop = presentShop(plans, await billingDetailsOf(trx, caller.accountId))
        return { message: { shop, packs: shop.payments === 'off' ? [] : plans.shop.packs } }
      }),
    ),
    binding(contract.getPlanDetails, async ({ caller }) => ({
      message: await readPlanDetails(ports, caller),
    })),
    binding(contract.getPlanChoice, async ({ caller, query }) => ({
      message: await readChoice(ports, caller, query),
    })),
    binding(contract.choosePlan, async ({ caller, body }) => {
      const message = await choosePlan(ports, caller, body.plan)
      ports.onChanged(caller.accountId)
      return { message }
    }),
    binding(contract.getBillingDetails, ({ caller }) =>
      reading(caller, async (trx) => ({ data: await billingDetailsOf(trx, caller.accountId) })),
    ),
    binding(contract.changeBillingDetails, ({ caller, body }) =>
      inTenant(database, caller, async (trx) => {
        await lockAccountEditor(trx, caller)
        await saveBillingDetails(trx, caller.accountId, body.billingDetails)
        await writeAudit(trx, {
          accountId: caller.accountId,
          actorId: caller.userId,
          action: 'account.billing-changed',
          objectType: 'account',
          objectId: caller.accountId,
        })
        return { data: body.billingDetails }
      }),
    ),
    binding(contract.initPayment, async ({ caller, body }) => ({
      message: presentOrder(await startOrder(selling(), caller, body)),
    })),
    binding(contract.completePayment, async ({ caller, body }) => {
      const key = { accountId: caller.accountId, orderId: body.orderId }
      await shownOrder(caller, body.orderId)
      // While payments are off, earlier orders stay as they are.
      if (ports.provider) await (body.cancel ? cancelOrder : syncOrder)(selling(), key)
      return { message: presentOrder(await shownOrder(caller, body.orderId)) }
    }),
    binding(contract.verifyPayment, async ({ caller, query }) => ({
      message: presentOrder(await shownOrder(caller, query.orderId)),
    })),
    binding(contract.listTransactions, ({ caller, query }) =>
      reading(caller, async (trx) => {
        const { status, page, page_size: limit } = query
        const found = await ordersPage(trx, caller.accountId, { status, limit, offset: (page - 1) * limit })
        return {
          message: found.map(presentOrder),
          count: await countOrders(trx, caller.accountId, status),
        }
      }),
    ),
    binding(contract.getReceipt, async ({ caller, query, reply }) => {
      const order = await shownOrder(caller, query.orderId)
      const receipt = await inSystem(database, (trx) => receiptOf<Receipt>(trx, order.id))
      if (!receipt) return fail('NOT_FOUND')
      // Loaded only here: most processes never draw one.
      const { drawReceipt } = await import('./receipts/receipt-pdf.ts')
      const bytes = await drawReceipt(receipt)
      reply.headers({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${receipt.number}.pdf"`,
        'cache-control': 'private, no-store',
      })
      reply.send(bytes)
    }),
    binding(contract.receivePaymentEvent, async ({ request }) => {
      const { provider } = selling()
      const signature = request.headers['stripe-signature']
      const { rawBody } = request
      if (typeof signature !== 'string' || rawBody === undefined) return fail('PAYMENT_EVENT_REFUSED')
      await storeEvent(ports, await provider.readEvent(rawBody, signature))
      return { data: { received: true as const } }
    }),
  ]
}
