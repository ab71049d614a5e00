import { type AccountId, contract } from '@atrium/contract'
import type { Plans } from '../../accounts/index.ts'
import { endSubscription, lockAccount, setPlan } from '../../billing/index.ts'
import { grantsOf, monthOf } from '../../credits/index.ts'
import { type Database, inSystem, retryable, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Binding, binding } from '../../platform/http/bind.ts'
import { auditPlan } from '../audit/audit-account.ts'
import { endGrant } from './end-grant.ts'
import { grantToAccount } from './grant-to-account.ts'
import { presentAccount, presentGrant, presentPlans } from './present.ts'
import { accountRow, accountsPage, countAccounts } from './queries.ts'

export type PlanPorts = {
  database: Database
  plans: Plans
  now: () => Date
  /** Notifies an account's open browsers that its plan or credits changed. */
  onChanged(accountId: AccountId): void
}

const maxGrantsListed = 100

/** Plans and credits of every account, for system administrators only, as the contract says for each endpoint. */
export function systemAccountBindings({ database, plans, now, onChanged }: PlanPorts): Binding[] {
  const change = <Result>(work: (trx: Transaction) => Promise<Result>) =>
    retryable(() => inSystem(database, work))
  const locked = async (trx: Transaction, id: AccountId) => (await lockAccount(trx, id)) ?? fail('NOT_FOUND')
  const presented = async (trx: Transaction, id: AccountId) =>
    presentAccount((await accountRow(trx, id, monthOf(now()))) ?? fail('NOT_FOUND'), plans)
  return [
    binding(contract.listSystemAccounts, ({ query }) =>
      inSystem(database, async (trx) => ({
        data: (await accountsPage(trx, { ...query, month: monthOf(now()) })).map((row) =>
          presentAccount(row, plans),
        ),
        count: await countAccounts(trx, query),
      })),
    ),
    binding(contract.listSystemPlans, async () => ({ data: presentPlans(plans) })),
    binding(contract.changeAccountPlan, async ({ caller, params, body }) => {
      const data = await change(async (trx) => {
        const account = await locked(trx, params.id)
        const plan = plans.all.find(({ name }) => name === body.planName) ?? unknownPlan()
        await endSubscription(trx, account.id)
        await setPlan(trx, { account, plan, plans, actorId: caller.userId, now: now() })
        const from = plans.named(account.planName).name
        await auditPlan(trx, { accountId: account.id, actorId: caller.userId, from, to: plan.name })
        return await presented(trx, params.id)
      })
      onChanged(params.id)
      return { data }
    }),
    binding(contract.listCreditGrants, ({ params }) =>
      inSystem(database, async (trx) => {
        if (!(await accountRow(trx, params.id, monthOf(now())))) fail('NOT_FOUND')
        return { data: (await grantsOf(trx, params.id, maxGrantsListed)).map(presentGrant) }
      }),
    ),
    binding(contract.grantAccountCredits, async ({ caller, params, body }) => {
      const grant = await change(async (trx) =>
        grantToAccount(trx, {
          ...body,
          account: await locked(trx, params.id),
          plans,
          actorId: caller.userId,
          now: now(),
        }),
      )
      onChanged(params.id)
      return { data: presentGrant(grant) }
    }),
    binding(contract.endMonthlyGrant, async ({ caller, params }) => {
      const { id: accountId, grantId } = params
      const grant = await change(async (trx) => {
        await locked(trx, accountId)
        return endGrant(trx, { accountId, grantId, actorId: caller.userId })
      })
      return { data: presentGrant(grant ?? fail('NOT_FOUND')) }
    }),
  ]
}

const unknownPlan = () =>
  fail('INVALID_INPUT', {
    issues: [{ path: 'body.planName', message: 'There is no plan of this name.' }],
  })
