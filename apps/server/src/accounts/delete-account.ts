import { type Account, type AccountId, type DeletedAccount, limits, type UserId } from '@atrium/contract'
import { sql } from 'kysely'
import {
  advisoryLock,
  type Database,
  inSystem,
  inTenant,
  type Transaction,
} from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Actor } from './access.ts'
import { writeAudit } from './audit.ts'
import { lockMembers } from './members/lock-members.ts'
import { presentAccount } from './present.ts'
import { accountOf, countOwned } from './queries.ts'
import type { Plans } from './read-plans.ts'
import type { RevokedAccess } from '../live/index.ts'

export type DeletionPorts = {
  database: Database
  plans: Plans
  mainApiUrl: string
  /** Other nouns' steps when an account is deleted, in the same transaction: running answers end. */
  onDeleting: readonly ((trx: Transaction, account: { accountId: AccountId }) => Promise<void>)[]
  onAccessRevoked(revoked: RevokedAccess): void
}

/** How long its owner can restore a deleted account. */
const undo = sql`make_interval(days => ${limits.accountUndoDays})`
/** How long a deleted account is kept. */
const kept = sql`make_interval(days => case when deleted_by_system then ${limits.systemUndoDays}::int else ${limits.accountUndoDays}::int end)`

/** Deletes an account, for its owner: with the commit all access ends and open streams close. */
export async function deleteAccount(
  ports: DeletionPorts,
  actor: Actor,
): Promise<{ accountId: AccountId; erasedAt: string }> {
  const { accountId, userId } = actor
  const erasedAt = await inTenant(ports.database, actor, async (trx) => {
    const { role } = await lockMembers(trx, actor, userId)
    if (role !== 'owner') fail('FORBIDDEN')
    const deleted = await sql<{ erasedAt: Date }>`
      update account set deleted_at = now() where id = ${accountId} and deleted_at is null
      returning deleted_at + ${undo} as "erasedAt"`.execute(trx)
    const row = deleted.rows[0] ?? fail('NOT_FOUND')
    for (const see of ports.onDeleting) await see(trx, { accountId })
    await audit(trx, actor, 'account.deleted')
    return row.erasedAt
  })
  ports.onAccessRevoked({ accountId })
  return { accountId, erasedAt: erasedAt.toISOString() }
}

/** Returns the deleted accounts that the person owns and can still restore. Reads across accounts, as the system. */
export async function listDeletedAccounts(database: Database, userId: UserId): Promise<DeletedAccount[]> {
  const found = await inSystem(database, (trx) =>
    sql<{ id: AccountId; name: string; deletedAt: Date; erasedAt: Date }>`
      select account.id, name, deleted_at as "deletedAt", deleted_at + ${undo} as "erasedAt"
      from account join membership on account_id = account.id and user_id = ${userId} and role = 'owner'
      where deleted_at > now() - ${undo} and not deleted_by_system order by deleted_at desc, account.id`.execute(
      trx,
    ),
  )
  return found.rows.map((row) => ({
    ...row,
    deletedAt: row.deletedAt.toISOString(),
    erasedAt: row.erasedAt.toISOString(),
  }))
}

/**
 * Restores a deleted account unchanged, for its owner. An expired restore period, another person's account and an account that isn't
 * deleted give the same error.
 */
export async function restoreAccount(
  ports: Pick<DeletionPorts, 'database' | 'plans' | 'mainApiUrl'>,
  actor: Actor,
): Promise<Account> {
  const { accountId, userId } = actor
  return await inSystem(ports.database, async (trx) => {
    await advisoryLock(trx, `accounts owned by ${userId}`)
    if ((await countOwned(trx, userId)) >= limits.maxAccountsOwned) fail('ACCOUNT_LIMIT_REACHED')
    const restored = await sql`
      update account set deleted_at = null
      where id = ${accountId} and deleted_at > now() - ${undo} and not deleted_by_system and exists (
        select from membership where account_id = ${accountId} and user_id = ${userId} and role = 'owner')
      returning id`.execute(trx)
    if (restored.rows.length === 0) fail('NOT_FOUND')
    await audit(trx, actor, 'account.restored')
    return presentAccount((await accountOf(trx, accountId, userId)) ?? fail('NOT_FOUND'), ports)
  })
}

export type ErasurePorts = {
  database: Database
  /** Erases the account's files from the storage. Idempotent. */
  eraseFiles(accountId: AccountId): Promise<void>
  /** Erases rows that don't cascade from the account's own, in the transaction that erases it. */
  eraseRows(trx: Transaction, accountId: AccountId): Promise<void>
}

/**
 * Erases accounts whose restore period is over: files first, then all rows, which cascade. The next call finishes an interrupted erasure.
 * Returns how many were erased.
 */
export async function eraseDeletedAccounts({
  database,
  eraseFiles,
  eraseRows,
}: ErasurePorts): Promise<number> {
  const due = await inSystem(database, (trx) =>
    sql<{ id: AccountId }>`
      select id from account where deleted_at <= now() - ${kept} order by deleted_at limit 100`.execute(trx),
  )
  for (const { id } of due.rows) {
    await eraseFiles(id)
    await inSystem(database, async (trx) => {
      // One statement deletes years of chats: no time limit.
      await sql`set local statement_timeout = 0`.execute(trx)
      await eraseRows(trx, id)
      await sql`delete from account where id = ${id} and deleted_at <= now() - ${kept}`.execute(trx)
    })
  }
  return due.rows.length
}

async function audit(
  trx: Transaction,
  { accountId, userId: actorId }: Actor,
  action: 'account.deleted' | 'account.restored',
) {
  await writeAudit(trx, { accountId, actorId, action, objectType: 'account', objectId: accountId })
}
