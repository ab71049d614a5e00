import { contract } from '@atrium/contract'
import { inTenant } from '../../platform/database/index.ts'
import { type Binding, binding } from '../../platform/http/bind.ts'
import { changeMember, type ChangePorts } from './change-member.ts'
import { countMembers, listMembers } from './list-members.ts'
import { leaveAccount, type LeavingPorts, removeMember } from './remove-member.ts'

export const memberBindings = (ports: LeavingPorts & ChangePorts): Binding[] => [
  binding(contract.listMembers, async ({ caller, query }) =>
    inTenant(ports.database, caller, async (trx) => ({
      data: await listMembers(trx, caller, query),
      count: await countMembers(trx, caller, query.search),
    })),
  ),
  binding(contract.changeMember, async ({ caller, body }) => ({
    data: await changeMember(ports, caller, body),
  })),
  binding(contract.removeMember, async ({ caller, query }) => {
    await removeMember(ports, caller, query.userId)
    return { data: { userId: query.userId } }
  }),
  binding(contract.leaveAccount, async ({ caller }) => {
    await leaveAccount(ports, caller)
    return { data: { userId: caller.userId } }
  }),
]
