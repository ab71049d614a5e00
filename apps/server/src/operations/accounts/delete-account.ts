import type { SystemAccount } from '@atrium/contract'
import { sql } from 'kysely'
import { inSystem, retryable, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { auditAccount } from '../audit/audit-account.ts'
import { type AccountDeed, type AccountPorts, presented, refuseWithAdmins } from './ports.ts'

/** Deletes an account: with the commit all access ends. System administrators can restore it for 30 days. Idempotent. */
export async function deleteSystemAccount(ports: AccountPorts, deed: AccountDeed): Promise<SystemAccount> {
  const { database, live, log, onDeleting } = ports
  const { accountId, actorId } = deed
  const account = await retryable(() =>
    inSystem(database, async (trx) => {
      await refuseWithAdmins(trx, ports, deed)
      const deleted = await sql`
        update account set deleted_at = now(), deleted_by_system = true
        where id = ${accountId} and deleted_at is null returning id`.execute(trx)
      if (deleted.rows.length > 0) {
        for (const see of onDeleting) await see(trx, { accountId })
        await live.publishRevokedAccess(trx, { accountId })
        await audit(trx, deed, 'account.deleted')
      }
      return await presented(trx, ports, accountId)
    }),
  )
  live.onAccessRevoked({ accountId })
  log.info(
    { event: 'system.account_deleted', actorId, accountId },
    'A system administrator deleted an account',
  )
  return account
}

/** Restores an account that a system administrator deleted, suspended if it was. NOT_FOUND for any other. */
export async function restoreSystemAccount(ports: AccountPorts, deed: AccountDeed): Promise<SystemAccount> {
  const { accountId, actorId } = deed
  const account = await inSystem(ports.database, async (trx) => {
    const restored = await sql`
      update account set deleted_at = null, deleted_by_system = false
      where id = ${accountId} and deleted_by_system returning id`.execute(trx)
    if (restored.rows.length === 0) fail('NOT_FOUND')
    await audit(trx, deed, 'account.restored')
    return await presented(trx, ports, accountId)
  })
  ports.log.info(
    { event: 'system.account_restored', actorId, accountId },
    'A system administrator restored an account',
  )
  return account
}

const audit = (
  trx: Transaction,
  { actorId, accountId }: AccountDeed,
  action: 'account.deleted' | 'account.restored',
) => auditAccount(trx, { accountId, actorId, action })
