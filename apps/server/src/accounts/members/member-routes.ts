import { type AccountId, contract } from '@atrium/contract'
import { inTenant } from '../../platform/database/index.ts'
import { type Binding, binding } from '../../platform/http/bind.ts'
import { changeMember, type ChangePorts } from './change-member.ts'
import { countMembers, listMembers } from './list-members.ts'
import { leaveAccount, type LeavingPorts, removeMember } from './remove-member.ts'

type MemberPorts = LeavingPorts &
  ChangePorts & {
    /** Notifies the open browsers of everybody in the account that its members or their roles changed. */
    onMembersChanged(accountId: AccountId): void
  }

export const memberBindings = (ports: MemberPorts): Binding[] => [
  binding(contract.listMembers, async ({ caller, query }) =>
    inTenant(ports.database, caller, async (trx) => ({
      data: await listMembers(trx, caller, query),
      count: await countMembers(trx, caller, query.search),
    })),
  ),
  binding(contract.changeMember, async ({ caller, body }) => {
    const data = await changeMember(ports, caller, body)
    ports.onMembersChanged(caller.accountId)
    return { data }
  }),
  binding(contract.removeMember, async ({ caller, query }) => {
    await removeMember(ports, caller, query.userId)
    ports.onMembersChanged(caller.accountId)
    return { data: { userId: query.userId } }
  }),
  binding(contract.leaveAccount, async ({ caller }) => {
    await leaveAccount(ports, caller)
    ports.onMembersChanged(caller.accountId)
    return { data: { userId: caller.userId } }
  }),
]
