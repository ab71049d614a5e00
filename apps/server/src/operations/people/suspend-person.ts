import type { SystemPerson } from '@atrium/contract'
import { sql } from 'kysely'
import { lockSystemAdmins } from '../../identity/index.ts'
import { inSystem } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Deed, type PeoplePorts, presentPerson, scopeOf } from './ports.ts'
import { noteChange, personRow } from './queries.ts'

/**
 * Suspends a person and ends their sessions, whose open pages and streams close at once. Their data stays. Nobody suspends
 * themselves or a system administrator, so that one always remains. A suspended person keeps the first reason.
 */
export async function suspendPerson(
  ports: PeoplePorts,
  { actorId, userId, reason }: Deed & { reason: string },
): Promise<SystemPerson> {
  const { database, identity, admins, log } = ports
  const person = (await identity.personOf(userId)) ?? fail('NOT_FOUND')
  const { announce, presented } = await inSystem(database, async (trx) => {
    const current = await lockSystemAdmins(trx, admins)
    if (!current.some((admin) => admin.userId === actorId)) fail('NOT_FOUND')
    const scope = await scopeOf(trx, ports)
    const row = (await personRow(trx, scope, userId)) ?? fail('NOT_FOUND')
    if (userId === actorId || row.isNamed || row.isGranted) fail('FORBIDDEN')
    const changed = await sql`
      update identity_user set suspended_at = now(), suspended_reason = ${reason}
      where id = ${userId} and suspended_at is null returning id`.execute(trx)
    const announceEnd = await identity.endSessions(trx, userId)
    if (changed.rows.length > 0) {
      await noteChange(trx, { actorId, userId, action: 'suspended' })
      await identity.sendSecurityMail(trx, person, 'suspendedByAdmin')
    }
    const after = (await personRow(trx, scope, userId)) ?? fail('NOT_FOUND')
    return { announce: announceEnd, presented: presentPerson(after, scope) }
  })
  announce()
  log.info({ event: 'system.person_suspended', actorId, userId }, 'A system administrator suspended a person')
  return presented
}

/** Ends a suspension; does nothing for others. */
export async function reinstatePerson(ports: PeoplePorts, { actorId, userId }: Deed): Promise<SystemPerson> {
  const { database, identity, log } = ports
  const person = (await identity.personOf(userId)) ?? fail('NOT_FOUND')
  const presented = await inSystem(database, async (trx) => {
    const changed = await sql`
      update identity_user set suspended_at = null, suspended_reason = null
      where id = ${userId} and suspended_at is not null returning id`.execute(trx)
    if (changed.rows.length > 0) {
      await noteChange(trx, { actorId, userId, action: 'reinstated' })
      await identity.sendSecurityMail(trx, person, 'reinstatedByAdmin')
    }
    const scope = await scopeOf(trx, ports)
    return presentPerson((await personRow(trx, scope, userId)) ?? fail('NOT_FOUND'), scope)
  })
  log.info(
    { event: 'system.person_reinstated', actorId, userId },
    'A system administrator reinstated a person',
  )
  return presented
}
