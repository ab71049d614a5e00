import type { Proof, SessionId, SystemPerson, UserId } from '@atrium/contract'
import { grantSystemAdmin, lockSystemAdmins, revokeSystemAdmin } from '../../identity/index.ts'
import { inSystem } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type PeoplePorts, presentPerson, scopeOf } from './ports.ts'
import { noteChange, personRow } from './queries.ts'

type Change = {
  actor: { userId: UserId; sessionId: SessionId }
  userId: UserId
  isSystemAdmin: boolean
  proof: Proof | undefined
}

/**
 * Makes a person a system administrator, or ends that; idempotent. The actor must still be one at the time of the change, so that
 * of two who remove each other one stays.
 */
export async function changeSystemAdmin(
  ports: PeoplePorts,
  { actor, userId, isSystemAdmin, proof }: Change,
): Promise<SystemPerson> {
  const { database, identity, admins, log } = ports
  const person = (await identity.personOf(userId)) ?? fail('NOT_FOUND')
  await identity.requireProof(actor, proof)
  const changed = await inSystem(database, async (trx) => {
    const current = await lockSystemAdmins(trx, admins)
    if (!current.some((admin) => admin.userId === actor.userId)) fail('NOT_FOUND')
    const scope = await scopeOf(trx, ports)
    const row = (await personRow(trx, scope, userId)) ?? fail('NOT_FOUND')
    const known = current.find((admin) => admin.userId === userId)
    if (isSystemAdmin) {
      if (row.state === 'deletion-scheduled') fail('USER_BEING_DELETED')
      if (row.state === 'unconfirmed' || row.state === 'suspended') fail('NOT_FOUND')
      if (known) return presentPerson(row, scope)
      await grantSystemAdmin(trx, userId, 'page')
    } else {
      if (!known && !row.isGranted) return presentPerson(row, scope)
      if (known?.isByEnvironment) fail('SET_BY_ENVIRONMENT')
      if (known && current.length === 1) fail('LAST_SYSTEM_ADMIN')
      await revokeSystemAdmin(trx, userId)
    }
    await noteChange(trx, {
      actorId: actor.userId,
      userId,
      action: isSystemAdmin ? 'admin-made' : 'admin-removed',
    })
    await identity.sendSecurityMail(trx, person, isSystemAdmin ? 'adminMade' : 'adminRemoved')
    return presentPerson((await personRow(trx, scope, userId)) ?? fail('NOT_FOUND'), scope)
  })
  log.info(
    { event: 'system.admin_changed', actorId: actor.userId, userId, isSystemAdmin },
    'A system administrator granted or revoked system administration',
  )
  return changed
}
