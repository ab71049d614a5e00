import { Readable } from 'node:stream'
import { contract } from '@atrium/contract'
import { inSystem, inTenant } from '../platform/database/index.ts'
import { type Binding, binding } from '../platform/http/bind.ts'
import { countAudit, readAudit } from './audit.ts'
import { changeAccount, type ChangeAccountPorts } from './change-account.ts'
import { type AccountPorts, createAccount } from './create-account.ts'
import { exportAudit } from './export-audit.ts'
import { presentAccount } from './present.ts'
import { accountsOf } from './queries.ts'

export const accountBindings = (ports: AccountPorts & ChangeAccountPorts): Binding[] => [
  binding(contract.listAccounts, async ({ caller }) => {
    const rows = await inSystem(ports.database, (trx) => accountsOf(trx, caller.userId))
    return { data: rows.map((row) => presentAccount(row, ports)) }
  }),
  binding(contract.createAccount, async ({ caller, body }) => {
    const account = await createAccount(ports, caller.userId, body)
    return { data: { teamId: account.id, account } }
  }),
  binding(contract.changeAccount, async ({ caller, body }) => ({
    data: await changeAccount(ports, caller, body),
  })),
  binding(contract.listAudit, async ({ caller, query }) => {
    const { page, page_size: limit, ...filters } = query
    return await inTenant(ports.database, caller, async (trx) => ({
      data: await readAudit(trx, caller.accountId, filters, { limit, offset: (page - 1) * limit }),
      count: await countAudit(trx, caller.accountId, filters),
    }))
  }),
  binding(contract.exportAudit, async ({ caller, query, reply }) => {
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit.csv"',
      'cache-control': 'private, no-store',
    })
    reply.send(Readable.from(exportAudit(ports.database, caller, query)))
  }),
]
