import { contract } from '@atrium/contract'
import { sql } from 'kysely'
import { requireAccountEditor } from '../../accounts/index.ts'
import { inSystem, inTenant } from '../../platform/database/index.ts'
import { type Binding, binding } from '../../platform/http/bind.ts'
import { decideRequest, decideSystemRequest } from './decide-request.ts'
import type { CreditRequestPorts } from './ports.ts'
import { latestOf, ofAccount, presentRequest, readRequests, teamMilliOf } from './read-requests.ts'
import { requestCredits } from './request-credits.ts'

const openFirst = sql`order by credit_request.created_at, credit_request.id limit 200`

export const creditRequestBindings = (ports: CreditRequestPorts): Binding[] => [
  binding(contract.requestCredits, async ({ caller, body }) => ({
    data: await requestCredits(ports, caller, body.reason),
  })),
  binding(contract.ownCreditRequest, async ({ caller }) => ({
    data: await inTenant(ports.database, caller, async (trx) => {
      const [row] = await readRequests(trx, latestOf(caller.accountId, caller.userId))
      return row ? presentRequest(row) : null
    }),
  })),
  binding(contract.listCreditRequests, async ({ caller }) => ({
    data: await inTenant(ports.database, caller, async (trx) => {
      await requireAccountEditor(trx, caller)
      const rows = await readRequests(
        trx,
        sql`${ofAccount(caller.accountId)} and state = 'open' ${openFirst}`,
      )
      return {
        requests: rows.map(presentRequest),
        creditsLeft: (await teamMilliOf(trx, caller.accountId)) / 1000,
      }
    }),
  })),
  binding(contract.decideCreditRequest, async ({ caller, params, body }) => ({
    data: await decideRequest(ports, caller, { requestId: params.requestId, decision: body }),
  })),
  binding(contract.listSystemCreditRequests, async () => ({
    data: await inSystem(ports.database, async (trx) => {
      const rows = await readRequests(
        trx,
        sql`state = 'open' and coalesce((select available_milli from credit_balance
          where credit_balance.account_id = account.id and holder = 'team'), 0) < 1000 ${openFirst}`,
      )
      return rows.map((row) => ({
        ...presentRequest(row),
        accountId: row.accountId,
        accountName: row.accountName,
      }))
    }),
  })),
  binding(contract.decideSystemCreditRequest, async ({ caller, params, body }) => ({
    data: await decideSystemRequest(ports, caller.userId, { requestId: params.requestId, decision: body }),
  })),
]
