import { inSystem } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { Deed, PeoplePorts } from './ports.ts'
import { noteChange, personRow } from './queries.ts'
import { scopeOf } from './ports.ts'

/** Signs a person out everywhere; returns the number of ended sessions. Their open pages and streams close at once. */
export async function endPersonSessions(ports: PeoplePorts, { actorId, userId }: Deed): Promise<number> {
  const { database, identity, log } = ports
  const person = (await identity.personOf(userId)) ?? fail('NOT_FOUND')
  const { announce, ended } = await inSystem(database, async (trx) => {
    const row = (await personRow(trx, await scopeOf(trx, ports), userId)) ?? fail('NOT_FOUND')
    const announceEnd = await identity.endSessions(trx, userId)
    await noteChange(trx, { actorId, userId, action: 'sessions-ended' })
    if (row.sessions > 0) await identity.sendSecurityMail(trx, person, 'signedOutByAdmin')
    return { announce: announceEnd, ended: row.sessions }
  })
  announce()
  log.info(
    { event: 'system.sessions_ended', actorId, userId, ended },
    'A system administrator signed a person out',
  )
  return ended
}
