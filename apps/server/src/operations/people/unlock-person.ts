import type { SystemPerson } from '@atrium/contract'
import { unlock } from '../../identity/index.ts'
import { inSystem } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Deed, type PeoplePorts, presentPerson, scopeOf } from './ports.ts'
import { noteChange, personRow } from './queries.ts'

/** Lifts a person's lockout after too many attempts. Does nothing for a person who isn't locked out. */
export async function unlockPerson(ports: PeoplePorts, { actorId, userId }: Deed): Promise<SystemPerson> {
  const { database, identity, log } = ports
  const person = (await identity.personOf(userId)) ?? fail('NOT_FOUND')
  const unlocked = await inSystem(database, async (trx) => {
    const before = (await personRow(trx, await scopeOf(trx, ports), userId)) ?? fail('NOT_FOUND')
    const hadAttempts = await unlock(trx, { userId, email: before.email })
    if (hadAttempts) await noteChange(trx, { actorId, userId, action: 'unlocked' })
    if (before.state === 'locked') await identity.sendSecurityMail(trx, person, 'unlockedByAdmin')
    const scope = await scopeOf(trx, ports)
    return presentPerson((await personRow(trx, scope, userId)) ?? fail('NOT_FOUND'), scope)
  })
  log.info({ event: 'system.person_unlocked', actorId, userId }, 'A system administrator unlocked a person')
  return unlocked
}
