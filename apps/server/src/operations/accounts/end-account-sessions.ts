import type { UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { inSystem } from '../../platform/database/index.ts'
import { auditAccount } from '../audit/audit-account.ts'
import { type AccountDeed, type AccountPorts, presented } from './ports.ts'

/** Signs all members of an account out everywhere, except the caller; returns how many. Their open pages and streams close at once. */
export async function endAccountSessions(ports: AccountPorts, deed: AccountDeed): Promise<number> {
  const { accountId, actorId } = deed
  const announcements = await inSystem(ports.database, async (trx) => {
    await presented(trx, ports, accountId)
    const members = await sql<{ userId: UserId }>`
      select distinct user_id as "userId" from membership join identity_session using (user_id)
      where account_id = ${accountId} and status <> 'INVITED' and user_id <> ${actorId} order by 1`.execute(
      trx,
    )
    const ended = []
    for (const { userId } of members.rows) ended.push(await ports.identity.endSessions(trx, userId))
    await auditAccount(trx, { accountId, actorId, action: 'account.sessions-ended' })
    return ended
  })
  for (const announce of announcements) announce()
  ports.log.info(
    { event: 'system.account_sessions_ended', actorId, accountId, people: announcements.length },
    'A system administrator signed the members of an account out',
  )
  return announcements.length
}
