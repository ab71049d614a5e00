import { contract } from '@atrium/contract'
import { type Binding, binding } from '../platform/http/bind.ts'
import { changeUser } from './change-user.ts'
import type { UserPorts } from './ports.ts'
import { readUserInfo } from './read-user-info.ts'

export function userRoutes(ports: UserPorts): Binding[] {
  return [
    binding(contract.getUserInfo, async ({ caller }) => ({
      message: await readUserInfo(ports, caller.userId, caller.accountId),
    })),
    binding(contract.changeUser, async ({ caller, body }) => {
      await changeUser(ports, caller.userId, body)
      return { message: await readUserInfo(ports, caller.userId, caller.accountId) }
    }),
    binding(contract.acceptTerms, async ({ caller }) => {
      await ports.identity.acceptTerms(caller.userId)
      return { message: await readUserInfo(ports, caller.userId, caller.accountId) }
    }),
  ]
}
