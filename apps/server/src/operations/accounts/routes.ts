import { contract } from '@atrium/contract'
import { type Binding, binding } from '../../platform/http/bind.ts'
import { deleteSystemAccount, restoreSystemAccount } from './delete-account.ts'
import { endAccountSessions } from './end-account-sessions.ts'
import type { AccountPorts } from './ports.ts'
import { reinstateAccount, suspendAccount } from './suspend-account.ts'

/** Suspension and deletion of accounts, for system administrators only, as the contract says for each endpoint. */
export const accountCareBindings = (ports: AccountPorts): Binding[] => [
  binding(contract.suspendAccount, async ({ caller, params, body }) => ({
    data: await suspendAccount(ports, { actorId: caller.userId, accountId: params.id, ...body }),
  })),
  binding(contract.reinstateAccount, async ({ caller, params }) => ({
    data: await reinstateAccount(ports, { actorId: caller.userId, accountId: params.id }),
  })),
  binding(contract.deleteSystemAccount, async ({ caller, params }) => ({
    data: await deleteSystemAccount(ports, { actorId: caller.userId, accountId: params.id }),
  })),
  binding(contract.restoreSystemAccount, async ({ caller, params }) => ({
    data: await restoreSystemAccount(ports, { actorId: caller.userId, accountId: params.id }),
  })),
  binding(contract.endAccountSessions, async ({ caller, params }) => ({
    data: { people: await endAccountSessions(ports, { actorId: caller.userId, accountId: params.id }) },
  })),
]
