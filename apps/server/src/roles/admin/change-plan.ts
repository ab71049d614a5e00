import { commandLineActor, type GrantFrequency, mintId } from '@atrium/contract'
import type { Plans } from '../../accounts/index.ts'
import { grantsOf } from '../../credits/index.ts'
import { type AccountToChange, endSubscription, lockAccount, setPlan } from '../../billing/index.ts'
import { accountsNamed, auditPlan, endGrant, grantToAccount } from '../../operations/index.ts'
import { type Database, inSystem, type Transaction } from '../../platform/database/index.ts'
import { UsageError } from './usage-error.ts'

type Ports = { database: Database; plans: Plans; now: Date }

/** Sets the plan of an account; returns a sentence for the terminal. */
export function changePlan(
  { database, plans, now }: Ports,
  { account: named, planName }: { account: string; planName: string },
): Promise<string> {
  const plan = plans.all.find(({ name }) => name.toLowerCase() === planName.toLowerCase())
  if (plan === undefined)
    throw new UsageError(
      `There is no plan called ${planName}. There are: ${plans.all.map(({ name }) => name).join(', ')}.`,
    )
  return inSystem(database, async (trx) => {
    const account = await findAccount(trx, named)
    await endSubscription(trx, account.id)
    await setPlan(trx, { account, plan, plans, actorId: commandLineActor, now })
    const from = plans.named(account.planName).name
    await auditPlan(trx, { accountId: account.id, actorId: commandLineActor, from, to: plan.name })
    return `${account.name} is on the plan ${plan.name} now.`
  })
}

/** Gives an account credits, once or monthly; returns a sentence for the terminal. */
export function giveCredits(
  { database, plans, now }: Ports,
  { account: named, credits, frequency }: { account: string; credits: string; frequency: GrantFrequency },
): Promise<string> {
  if (!/^[1-9]\d{0,8}$/.test(credits)) throw new UsageError('Say how many credits: a whole number from 1.')
  return inSystem(database, async (trx) => {
    const account = await findAccount(trx, named)
    await grantToAccount(trx, {
      account,
      id: mintId('grant'),
      credits: Number(credits),
      frequency,
      reason: 'Granted on the command line',
      plans,
      actorId: commandLineActor,
      now,
    })
    const every = frequency === 'monthly' ? ' every month from now on' : ''
    return `${account.name} gets ${credits} credits${every}, and so does each of its ${account.userIds.length} members.`
  })
}

/** Ends every monthly grant of an account; returns a sentence for the terminal. */
export function endMonthlyGrants({ database }: Ports, named: string): Promise<string> {
  return inSystem(database, async (trx) => {
    const { id: accountId, name } = await findAccount(trx, named)
    const active = (await grantsOf(trx, accountId, Number.MAX_SAFE_INTEGER)).filter(
      ({ frequency, endedAt }) => frequency === 'monthly' && endedAt === null,
    )
    for (const { id: grantId } of active)
      await endGrant(trx, { accountId, grantId, actorId: commandLineActor })
    return active.length === 0
      ? `${name} has no monthly grants.`
      : `The monthly grants of ${name} (${active.length}) end with this month.`
  })
}

/** The account with this id or, when only one has it, this name. */
async function findAccount(trx: Transaction, named: string): Promise<AccountToChange> {
  const ids = await accountsNamed(trx, named)
  if (ids.length > 1)
    throw new UsageError(`Several accounts are called ${named}. Say which by its id: ${ids.join(', ')}.`)
  const account = ids[0] && (await lockAccount(trx, ids[0]))
  if (!account) throw new UsageError(`There is no account called ${named}.`)
  return account
}
