import { Readable } from 'node:stream'
import { contract } from '@atrium/contract'
import { inSystem, inTenant } from '../platform/database/index.ts'
import { type Binding, binding } from '../platform/http/bind.ts'
import type { Actor } from './access.ts'
import {
  type AuditToWrite,
  countAudit,
  type NamesOfRooms,
  readAudit,
  writeAudit,
  writeAuditHourly,
} from './audit.ts'
import { changeAccount, type ChangeAccountPorts } from './change-account.ts'
import { type AccountPorts, createAccount } from './create-account.ts'
import { exportAudit } from './export-audit.ts'
import { ownersOfLookAlikes } from './look-alike-accounts.ts'
import { presentAccount } from './present.ts'
import { accountsOf } from './queries.ts'

export const accountBindings = (
  ports: AccountPorts & ChangeAccountPorts & { namesOfRooms: NamesOfRooms },
): Binding[] => [
  binding(contract.listAccounts, async ({ caller }) => {
    const { rows, owners } = await inSystem(ports.database, async (trx) => {
      const found = await accountsOf(trx, caller.userId)
      return { rows: found, owners: await ownersOfLookAlikes(trx, found) }
    })
    return { data: rows.map((row) => presentAccount(row, ports, owners.get(row.id) ?? null)) }
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
    return await inTenant(ports.database, caller, async (trx) => {
      const data = await readAudit(trx, caller, filters, {
        limit,
        offset: (page - 1) * limit,
        namesOfRooms: ports.namesOfRooms,
      })
      const count = await countAudit(trx, caller.accountId, filters)
      await writeAuditHourly(trx, ofLog(caller, 'account.log-read'))
      return { data, count }
    })
  }),
  binding(contract.exportAudit, async ({ caller, query, reply }) => {
    await inTenant(ports.database, caller, (trx) => writeAudit(trx, ofLog(caller, 'account.log-exported')))
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit.csv"',
      'cache-control': 'private, no-store',
    })
    reply.send(Readable.from(exportAudit(ports, caller, query)))
  }),
]

/** An entry about the audit log itself. */
const ofLog = (
  { accountId, userId }: Actor,
  action: 'account.log-read' | 'account.log-exported',
): AuditToWrite => ({
  accountId,
  actorId: userId,
  action,
  objectType: 'account',
  objectId: accountId,
})
