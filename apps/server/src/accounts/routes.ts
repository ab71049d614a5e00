import { contract } from '@atrium/contract'
import { inSystem } from '../platform/database/index.ts'
import { type Binding, binding } from '../platform/http/bind.ts'
import { changeAccount, type ChangeAccountPorts } from './change-account.ts'
import { type AccountPorts, createAccount } from './create-account.ts'
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
]
