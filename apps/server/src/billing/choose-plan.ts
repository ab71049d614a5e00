import type { Currency, PlanChoice } from '@atrium/contract'
import { lockAccountEditor, planNameOf, requireAccountEditor, writeAudit } from '../accounts/index.ts'
import type { Actor } from './ports.ts'
import { inTenant, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { mailAboutPlan } from './receipts/buyer-mail.ts'
import { dayOf } from './days.ts'
import { paidPeriodOf } from './proration/paid-period.ts'
import type { BillingPorts } from './ports.ts'
import { billingDetailsOf, setNextPlan, subscriptionOf, type SubscriptionRow } from './queries.ts'
import { quotePlan } from './proration/quote.ts'
import { taxFor } from './shop.ts'

/** Returns the current and next plan, and what choosing `plan` would cost. */
export const readChoice = (
  ports: BillingPorts,
  actor: Actor,
  { plan, currency }: { plan?: string | undefined; currency?: Currency | undefined },
): Promise<PlanChoice> =>
  inTenant(ports.database, actor, async (trx) => {
    await requireAccountEditor(trx, actor)
    return await choiceOf(trx, ports, actor, plan, currency)
  })

/** Stores the plan for after the paid period. Throws PAYMENT_REQUIRED for a plan that is due for payment now. */
export const choosePlan = (ports: BillingPorts, actor: Actor, planName: string): Promise<PlanChoice> =>
  inTenant(ports.database, actor, async (trx) => {
    if (ports.plans.shop.payments === 'off') fail('PAYMENTS_OFF')
    await lockAccountEditor(trx, actor)
    const subscription = await subscriptionOf(trx, actor.accountId)
    const before = await choiceOf(trx, ports, actor, planName, undefined)
    if (before.quote?.due) fail('PAYMENT_REQUIRED')
    if (subscription && before.nextPlan !== planName) {
      const isSame = subscription.plan.name === planName
      const price = before.quote?.price ?? 0
      await setNextPlan(trx, actor.accountId, isSame ? null : { plan: planName, priceMinor: price })
      await writeAudit(trx, {
        accountId: actor.accountId,
        actorId: actor.userId,
        action: 'account.plan-chosen',
        objectType: 'account',
        objectId: actor.accountId,
        details: { from: before.nextPlan, to: planName },
      })
      if (!isSame && price === 0) await mailCancelled(trx, ports, actor, subscription, planName)
    }
    return await choiceOf(trx, ports, actor, undefined, undefined)
  })

async function mailCancelled(
  trx: Transaction,
  ports: BillingPorts,
  { accountId, userId }: Actor,
  { plan, periodEnd }: SubscriptionRow,
  next: string,
): Promise<void> {
  const account = await trx
    .selectFrom('account')
    .select(['id', 'name'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  await mailAboutPlan(trx, ports, account, userId, {
    what: 'cancelled',
    item: plan.name,
    next,
    date: periodEnd,
  })
}

async function choiceOf(
  trx: Transaction,
  { plans, now }: BillingPorts,
  { accountId }: Actor,
  planName: string | undefined,
  currency: Currency | undefined,
): Promise<PlanChoice> {
  const current = plans.named((await planNameOf(trx, accountId)) ?? fail('NOT_FOUND'))
  const subscription = await subscriptionOf(trx, accountId)
  const choice = { currentPlan: current.name, nextPlan: subscription?.nextPlan ?? current.name, quote: null }
  if (planName === undefined) return choice
  if (plans.shop.payments === 'off') fail('PAYMENTS_OFF')
  const plan =
    planName === subscription?.plan.name
      ? subscription.plan
      : (plans.all.find(({ name }) => name === planName) ??
        fail('INVALID_INPUT', { issues: [{ path: 'plan', message: 'There is no plan of this name.' }] }))
  const quote = quotePlan({
    plan,
    current: await paidPeriodOf(trx, accountId, subscription),
    currency: currency ?? plans.shop.currencies[0] ?? 'USD',
    tax: taxFor(plans, await billingDetailsOf(trx, accountId)),
    today: dayOf(now()),
  })
  return { ...choice, quote }
}
