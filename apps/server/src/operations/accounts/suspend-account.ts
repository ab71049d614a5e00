import type { SystemAccount } from '@atrium/contract'
import { sql } from 'kysely'
import { inSystem, retryable, type Transaction } from '../../platform/database/index.ts'
import { auditAccount } from '../audit/audit-account.ts'
import { type AccountDeed, type AccountPorts, presented, refuseWithAdmins } from './ports.ts'

/**
 * Suspends an account: its members are refused from now on, running answers end, and jobs pause. Its data stays. A suspended
 * account keeps the first reason.
 */
export async function suspendAccount(
  ports: AccountPorts,
  deed: AccountDeed & { reason: string },
): Promise<SystemAccount> {
  const { database, live, log, onSuspending } = ports
  const { accountId, actorId, reason } = deed
  const revoked = { accountId, isSuspension: true } as const
  const { account, isNew } = await retryable(() =>
    inSystem(database, async (trx) => {
      await refuseWithAdmins(trx, ports, deed)
      const changed = await sql`
        update account set suspended_at = now(), suspended_reason = ${reason}
        where id = ${accountId} and suspended_at is null and deleted_at is null returning id`.execute(trx)
      if (changed.rows.length > 0) {
        for (const see of onSuspending) await see(trx, { accountId })
        await live.publishRevokedAccess(trx, revoked)
        await audit(trx, deed, 'account.suspended', { reason })
      }
      return { account: await presented(trx, ports, accountId), isNew: changed.rows.length > 0 }
    }),
  )
  if (isNew) {
    live.publish({ accountId }, { type: 'role-changed' })
    live.onAccessRevoked(revoked)
  }
  log.info(
    { event: 'system.account_suspended', actorId, accountId },
    'A system administrator suspended an account',
  )
  return account
}

/** Ends a suspension; does nothing for others. Paused jobs continue. */
export async function reinstateAccount(ports: AccountPorts, deed: AccountDeed): Promise<SystemAccount> {
  const { database, live, log } = ports
  const { accountId, actorId } = deed
  const account = await inSystem(database, async (trx) => {
    const changed = await sql`
      update account set suspended_at = null, suspended_reason = null
      where id = ${accountId} and suspended_at is not null and deleted_at is null returning id`.execute(trx)
    if (changed.rows.length > 0) await audit(trx, deed, 'account.reinstated')
    return await presented(trx, ports, accountId)
  })
  live.publish({ accountId }, { type: 'role-changed' })
  log.info(
    { event: 'system.account_reinstated', actorId, accountId },
    'A system administrator reinstated an account',
  )
  return account
}

const audit = (
  trx: Transaction,
  { actorId, accountId }: AccountDeed,
  action: 'account.suspended' | 'account.reinstated',
  details: { reason?: string } = {},
) => auditAccount(trx, { accountId, actorId, action, details })
