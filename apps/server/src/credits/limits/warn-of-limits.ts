import type { AccountId, RoomId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inSystem, type Transaction } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Actor, CreditRequestPorts } from '../requests/ports.ts'
import { addressed, adminsOf, mailEach, readerOf } from '../requests/recipients.ts'
import { isNear, type LimitRow, memberLimits, roomLimits } from './credit-limits-of.ts'
import { limitMail } from './limit-mail.ts'

type WarnPorts = Pick<CreditRequestPorts, 'siteUrl' | 'unsubscribe'> & {
  database: Database
  log: Log
  /** Makes open browsers of these people reload. */
  onChanged(people: readonly Actor[]): void
}
type Account = { id: AccountId; name: string }

/**
 * Warns about limits that are 80 % used, once a month: the member and the account's admins, or only the admins for a room's limit. Safe on
 * any number of nodes. Logs an account that fails and continues with the others.
 */
export async function warnOfLimits({ database, log, onChanged, ...links }: WarnPorts): Promise<void> {
  for (const account of await inSystem(database, limitedAccounts))
    try {
      onChanged(await inSystem(database, (trx) => warnIn(trx, links, account)))
    } catch (error) {
      log.warn(
        { event: 'limits.warn_failed', accountId: account.id, err: error },
        'Could not send a warning about a limit; retrying',
      )
    }
}

async function limitedAccounts(trx: Transaction): Promise<Account[]> {
  const found = await sql<Account>`
    select id, name from account where deleted_at is null and (
      exists (select from membership where membership.account_id = account.id and monthly_credit_limit_milli is not null)
      or exists (select from credit_room_limit where credit_room_limit.account_id = account.id))
    order by id`.execute(trx)
  return found.rows
}

/** Returns the people who were warned. */
async function warnIn(
  trx: Transaction,
  links: Pick<WarnPorts, 'siteUrl' | 'unsubscribe'>,
  { id: accountId, name }: Account,
): Promise<Actor[]> {
  const members = (await memberLimits(trx, accountId)).filter(isNear)
  const rooms = (await roomLimits(trx, accountId)).filter(isNear)
  const warned = new Set<UserId>()
  const admins = members.length + rooms.length > 0 ? await adminsOf(trx, { accountId }) : []
  const factsOf = (row: LimitRow<string>) => ({ accountId, accountName: name, ...row })
  for (const row of members) {
    if (!(await isFirst(trx, accountId, { userId: row.id }))) continue
    await mailEach(trx, await readerOf(trx, row.id), null, (to) =>
      limitMail('own', addressed(links, to), factsOf(row)),
    )
    await mailEach(trx, admins, row.id, (to) => limitMail('member', addressed(links, to), factsOf(row)))
    warned.add(row.id)
  }
  for (const row of rooms) {
    if (!(await isFirst(trx, accountId, { roomId: row.id }))) continue
    await mailEach(trx, admins, null, (to) => limitMail('room', addressed(links, to), factsOf(row)))
  }
  return [...warned].map((userId) => ({ accountId, userId }))
}

/** Stores the warning of this month (UTC); false if it is stored already. */
async function isFirst(
  trx: Transaction,
  accountId: AccountId,
  { userId = null, roomId = null }: { userId?: UserId | null; roomId?: RoomId | null },
): Promise<boolean> {
  const inserted = await sql`
    insert into credit_limit_warning (account_id, month, user_id, room_id)
    values (${accountId}, date_trunc('month', now() at time zone 'UTC')::date, ${userId}, ${roomId})
    on conflict do nothing returning account_id`.execute(trx)
  return inserted.rows.length > 0
}
