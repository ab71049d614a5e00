import type { AccountId, UserId, UserInfo } from '@atrium/contract'
import { inTenant } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Balances, UserPorts } from './ports.ts'
import { presentUser } from './present.ts'

const noBalances: Balances = { teamMilli: 0, userMilli: 0, monthlyTeamMilli: 0, limitUsed: null }

/** Returns the signed-in person, with the balances in their active account, if any. */
export async function readUserInfo(
  ports: UserPorts,
  userId: UserId,
  accountId: AccountId | null,
): Promise<UserInfo> {
  const person = (await ports.identity.personOf(userId)) ?? fail('UNAUTHENTICATED')
  const balances = accountId
    ? await inTenant(ports.database, { accountId, userId }, (transaction) =>
        ports.balancesOf(transaction, accountId, userId),
      )
    : noBalances
  const isStillMember =
    person.recentAccountId !== null && (await ports.roleIn(person.recentAccountId, userId)) !== null
  const shown = isStillMember ? person : { ...person, recentAccountId: null }
  return presentUser(shown, balances, await ports.identity.isSystemAdmin(userId), ports.promotion())
}
