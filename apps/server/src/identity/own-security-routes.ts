import { contract, type OwnSecurity, type UserId } from '@atrium/contract'
import { type Binding, binding } from '../platform/http/bind.ts'
import { changePassword } from './password/change-password.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './sessions/own-sessions.ts'
import { passkeysOf, presentPasskey } from './passkeys/queries.ts'
import { passwordHashOf } from './queries.ts'
import type { IdentityServices } from './identity-services.ts'

/** Routes for a person's own sessions and ways of signing in. */
export const ownSecurityRoutes = (services: IdentityServices): Binding[] => [
  binding(contract.getOwnSecurity, async ({ caller }) => ({
    data: await readSecurity(services, caller.userId),
  })),
  binding(contract.changePassword, async ({ caller, body }) => ({
    data: { endedSessions: await changePassword(services, caller, body) },
  })),
  binding(contract.listOwnSessions, async ({ caller }) => ({
    data: await listOwnSessions(services, caller),
  })),
  binding(contract.endOwnSession, async ({ caller, params }) => ({
    data: { endedSessions: await endOwnSession(services, caller, params.sessionId) },
  })),
  binding(contract.endOtherSessions, async ({ caller }) => ({
    data: { endedSessions: await endOtherSessions(services, caller) },
  })),
]

async function readSecurity(
  { database, secondFactors }: IdentityServices,
  userId: UserId,
): Promise<OwnSecurity> {
  const secondFactor = await secondFactors.stateOf(userId)
  return {
    hasPassword: (await passwordHashOf(database.kysely, userId)) !== null,
    secondFactor: secondFactor && {
      since: secondFactor.since.toISOString(),
      recoveryCodesLeft: secondFactor.recoveryCodesLeft,
    },
    passkeys: (await passkeysOf(database.kysely, userId)).map(presentPasskey),
  }
}
