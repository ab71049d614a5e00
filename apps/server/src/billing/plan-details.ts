import type { Consumer, PlanDetails, RoomId, UsageView, UserId } from '@atrium/contract'
import { type NamesOfRooms, planNameOf, requireAccountEditor } from '../accounts/index.ts'
import type { Actor } from './ports.ts'
import { balancesOf, monthOf, periodOf } from '../credits/index.ts'
import { inTenant, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { reportUsage } from '../reports/index.ts'
import { dayOf, nextMonth } from './days.ts'
import type { BillingPorts } from './ports.ts'
import { billingDetailsOf, subscriptionOf } from './queries.ts'
import { presentOffer, presentShop, presentSubscription } from './shop.ts'

/** Consumers listed in each of the two lists. */
const maxConsumers = 10

export type PlanDetailPorts = BillingPorts & {
  namesOfRooms: NamesOfRooms
  modelNames(): ReadonlyMap<string, string>
}

/** Returns the plan, its period and the credits used in it (PLAN-02). Usage by member and room needs a plan with reports. */
export async function readPlanDetails(ports: PlanDetailPorts, actor: Actor): Promise<PlanDetails> {
  const { database, plans, now } = ports
  const found = await inTenant(database, actor, async (trx) => {
    await requireAccountEditor(trx, actor)
    const plan = plans.named((await planNameOf(trx, actor.accountId)) ?? fail('NOT_FOUND'))
    const subscription = await subscriptionOf(trx, actor.accountId)
    return {
      plan,
      subscription,
      buyer: await billingDetailsOf(trx, actor.accountId),
      period: await currentPeriod(trx, ports, actor),
      balances: await balancesOf(trx, actor.accountId, actor.userId),
    }
  })
  const { plan, subscription, period, balances } = found
  const used = async (view: UsageView) =>
    await reportUsage(ports, actor, {
      view,
      sort: 'credits',
      order: 'desc',
      from: period.from,
      to: dayOf(now()),
      time_zone: 'UTC',
    })
  const reports = plan.enable_reports ? await Promise.all([used('member'), used('room')]) : null
  return {
    shop: presentShop(plans, found.buyer),
    plan: presentOffer(plan, plans, plan),
    subscription: subscription ? presentSubscription(subscription) : null,
    period,
    credits: {
      granted: balances.monthlyTeamMilli / 1000,
      used: reports ? reports[0].credits : await usedSince(ports, actor, period.from),
      left: balances.teamMilli / 1000,
    },
    byMember: reports && consumers(reports[0].rows),
    byRoom: reports && consumers(reports[1].rows),
  }
}

const consumers = (
  rows: readonly { key: string | null; name: string | null; credits: number }[],
): Consumer[] =>
  rows
    .slice(0, maxConsumers)
    .map(({ key, name, credits }) => ({ id: key as UserId | RoomId | null, name, credits }))

/** The period of credits, and the day of the next ones. */
async function currentPeriod(trx: Transaction, { now }: BillingPorts, { accountId }: Actor) {
  const period = await periodOf(trx, accountId, now())
  const subscription = await subscriptionOf(trx, accountId)
  if (subscription && period.length > monthOf(now()).length)
    return { from: subscription.periodStart, until: subscription.periodEnd }
  const from = `${monthOf(now())}-01`
  return { from, until: nextMonth(from, 1) }
}

/** The credits charged since a day; for plans without reports. */
async function usedSince({ database }: BillingPorts, actor: Actor, from: string): Promise<number> {
  return await inTenant(database, actor, async (trx) => (await chargedSince(trx, actor, from)) / 1000)
}

async function chargedSince(trx: Transaction, { accountId }: Actor, from: string): Promise<number> {
  const charged = await trx
    .selectFrom('credit_hold')
    .select((expression) => expression.fn.sum<string | null>('charged_milli').as('milli'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'settled')
    .where('closed_at', '>=', new Date(`${from}T00:00:00Z`))
    .executeTakeFirst()
  return Number(charged?.milli ?? 0)
}
