import type { SystemPerson } from '@atrium/contract'
import { sql } from 'kysely'
import { deletionOf, lockSystemAdmins, cancelDeletion } from '../../identity/index.ts'
import { inSystem } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { deleteUser, eraseAtFrom, eraseDateFor, restoreWithUser } from '../../users/index.ts'
import { type Deed, type PeoplePorts, presentPerson, scopeOf } from './ports.ts'
import { noteChange, personRow } from './queries.ts'

/**
 * Deletes a person as their own request would: sessions and activity end at once, accounts that are theirs alone are deleted with them,
 * and after seven days everything is erased. Until then only system administrators can undo it. Idempotent. Nobody deletes
 * themselves or a system administrator; PERSON_OWNS_SHARED_ACCOUNT while an account of theirs has other members.
 */
export async function deletePerson(ports: PeoplePorts, { actorId, userId }: Deed): Promise<SystemPerson> {
  const { database, identity, admins, log, now } = ports
  const person = (await identity.personOf(userId)) ?? fail('NOT_FOUND')
  const { announce, presented } = await inSystem(database, async (trx) => {
    const current = await lockSystemAdmins(trx, admins)
    if (!current.some((admin) => admin.userId === actorId)) fail('NOT_FOUND')
    const scope = await scopeOf(trx, ports)
    const row = (await personRow(trx, scope, userId)) ?? fail('NOT_FOUND')
    if (userId === actorId || row.isNamed || row.isGranted) fail('FORBIDDEN')
    // No session opens meanwhile: opening one locks this row, too.
    await sql`select from identity_user where id = ${userId} for update`.execute(trx)
    const requestedAt = now()
    const outcome = await deleteUser(trx, ports, { userId, requestedAt, isBySystem: true })
    if (outcome === 'owns-shared-account') fail('PERSON_OWNS_SHARED_ACCOUNT')
    if (outcome === 'already-deleted' && !(await deletionOf(trx, userId))?.isBySystem)
      fail('USER_BEING_DELETED')
    const announceEnd = await identity.endSessions(trx, userId)
    if (outcome === 'deleted') {
      await noteChange(trx, { actorId, userId, action: 'deleted' })
      const date = eraseDateFor(person, eraseAtFrom(requestedAt))
      await identity.sendSecurityMail(trx, person, 'deletedByAdmin', { date })
    }
    const after = (await personRow(trx, scope, userId)) ?? fail('NOT_FOUND')
    return { announce: announceEnd, presented: presentPerson(after, scope) }
  })
  announce()
  log.info({ event: 'system.person_deleted', actorId, userId }, 'A system administrator deleted a person')
  return presented
}

/** Undoes the deletion of a person by a system administrator, with the accounts deleted with them. NOT_FOUND for any other. */
export async function restorePerson(ports: PeoplePorts, { actorId, userId }: Deed): Promise<SystemPerson> {
  const { database, identity, log } = ports
  const person = (await identity.personOf(userId)) ?? fail('NOT_FOUND')
  const presented = await inSystem(database, async (trx) => {
    const deletion = (await cancelDeletion(trx, userId, { isBySystem: true })) ?? fail('NOT_FOUND')
    await restoreWithUser(trx, deletion)
    await noteChange(trx, { actorId, userId, action: 'restored' })
    await identity.sendSecurityMail(trx, person, 'restoredByAdmin')
    const scope = await scopeOf(trx, ports)
    return presentPerson((await personRow(trx, scope, userId)) ?? fail('NOT_FOUND'), scope)
  })
  log.info({ event: 'system.person_restored', actorId, userId }, 'A system administrator restored a person')
  return presented
}
