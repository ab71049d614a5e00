import type { AccountId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { eraseChatsOfPerson, eraseQuestionsOfPerson } from '../../chats/index.ts'
import { type Database, inSystem, type Transaction } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Storage } from '../../platform/storage/index.ts'
import { keyOfExport } from '../export/own-export.ts'
import { pictureFolder } from '../picture/pictures.ts'
import { personalColumns } from './personal-columns.ts'

export type ErasurePorts = {
  database: Database
  storage: Storage
  log: Log
  now: () => Date
  /** Other nouns' steps before a person leaves an account: their rooms get another owner. */
  onLeaving: readonly ((
    trx: Transaction,
    leaving: { accountId: AccountId; userId: UserId },
  ) => Promise<void>)[]
}

/**
 * Erases the users whose undo period is over: files first, then chats and questions in chats of others, then every row of theirs; an emptied row remains. The next
 * call resumes an interrupted run. Returns how many were erased.
 */
export async function eraseDueUsers(ports: ErasurePorts): Promise<number> {
  const due = await ports.database.kysely
    .selectFrom('user_deletion')
    .select('user_id')
    .where('erase_at', '<=', ports.now())
    .where('erased_at', 'is', null)
    .orderBy('erase_at')
    .limit(100)
    .execute()
  for (const { user_id: userId } of due) {
    await eraseFiles(ports, userId)
    await eraseChatsOfPerson(ports.database, userId)
    await eraseQuestionsOfPerson(ports.database, userId)
    await inSystem(ports.database, (transaction) => eraseRows(transaction, userId, ports))
    ports.log.info({ event: 'user.erased', userId }, 'Erased a user')
  }
  return due.length
}

async function eraseFiles({ database: { kysely }, storage }: ErasurePorts, userId: UserId): Promise<void> {
  const pictures = await kysely
    .selectFrom('user_picture')
    .select('name')
    .where('user_id', '=', userId)
    .execute()
  for (const { name } of pictures) await storage.delete(pictureFolder + name)
  const exports = await kysely.selectFrom('user_export').select('id').where('user_id', '=', userId).execute()
  for (const { id } of exports) await storage.delete(keyOfExport(id))
}

async function eraseRows(trx: Transaction, userId: UserId, { now, onLeaving }: ErasurePorts): Promise<void> {
  const user = await trx
    .selectFrom('identity_user')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) return
  await leaveAccounts(trx, userId, onLeaving)
  for (const [name, treatment] of Object.entries(personalColumns)) {
    if (treatment.outcome !== 'delete') continue
    const [table = '', column = ''] = name.split('.')
    const value = treatment.by === 'address' ? user.email : userId
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(trx)
  }
  await overwriteInAudit(trx, user.email)
  await trx
    .updateTable('identity_user')
    .set({
      name: 'Deleted user',
      email: `${userId}@erased.invalid`,
      email_verified: false,
      image: null,
      suspended_at: null,
      suspended_reason: null,
      updated_at: now(),
    })
    .where('id', '=', userId)
    .execute()
  await trx
    .updateTable('user_deletion')
    .set({ erased_at: now(), account_ids: [] })
    .where('user_id', '=', userId)
    .execute()
}

/**
 * An account needs an owner. A deleted user owns no active account, unless one was transferred to them meanwhile: it passes to an
 * admin, else to its longest-standing member.
 */
async function leaveAccounts(trx: Transaction, userId: UserId, onLeaving: ErasurePorts['onLeaving']) {
  const memberships = await sql<{ accountId: AccountId; role: string }>`
    select account_id as "accountId", role from membership where user_id = ${userId} order by account_id`.execute(
    trx,
  )
  for (const { accountId, role } of memberships.rows) {
    if (role === 'owner') await passOn(trx, accountId, userId)
    for (const see of onLeaving) await see(trx, { accountId, userId })
  }
}

async function passOn(trx: Transaction, accountId: AccountId, userId: UserId): Promise<void> {
  await sql`
    update membership set role = 'admin' where account_id = ${accountId} and user_id = ${userId} and exists (
      select from membership as other where other.account_id = ${accountId} and other.user_id <> ${userId})`.execute(
    trx,
  )
  await sql`
    update membership set role = 'owner' where account_id = ${accountId} and user_id = (
      select user_id from membership where account_id = ${accountId} and user_id <> ${userId} and status <> 'INVITED'
      order by role = 'admin' desc, joined_at, user_id limit 1)`.execute(trx)
  // Without other members the account is deleted, as it would have been with its owner.
  await sql`
    update account set deleted_at = now() where id = ${accountId} and deleted_at is null and not exists (
      select from membership where account_id = ${accountId} and user_id <> ${userId})`.execute(trx)
}

/** Audit entries are otherwise immutable: only an address in them must be removed. */
async function overwriteInAudit(trx: Transaction, email: string): Promise<void> {
  await sql`update system_audit_entry set email = null where email = lower(${email})`.execute(trx)
  await sql`
    update audit_entry set details = (
      select jsonb_object_agg(key, case when value = to_jsonb(${email}::text) then 'null'::jsonb else value end)
      from jsonb_each(details))
    where details::text ilike ${`%${email.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`} and exists (
      select from jsonb_each(details) where value = to_jsonb(${email}::text))`.execute(trx)
}
