import type { UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inSystem, type Transaction } from '../../platform/database/index.ts'
import { type Mail, queueMail } from '../../platform/mail/mail.ts'
import type { Actor, CreditRequestPorts, Reader } from './ports.ts'

const readerColumns = sql`identity_user.id as "userId", identity_user.email, language, email_frequency <> 'NEVER' as "wantsMail"`

/** Returns the account's owner and admins. */
export async function adminsOf(trx: Transaction, { accountId }: Pick<Actor, 'accountId'>): Promise<Reader[]> {
  const found = await sql<Reader>`
    select ${readerColumns} from membership join identity_user on identity_user.id = membership.user_id
    join user_profile on user_profile.user_id = identity_user.id
    where account_id = ${accountId} and role in ('owner', 'admin') and status <> 'INVITED'
    order by identity_user.email`.execute(trx)
  return found.rows
}

export async function readerOf(trx: Transaction, userId: UserId): Promise<Reader[]> {
  const found = await sql<Reader>`
    select ${readerColumns} from identity_user join user_profile on user_profile.user_id = identity_user.id
    where identity_user.id = ${userId}`.execute(trx)
  return found.rows
}

/** Returns the system administrators by `addresses` (ATRIUM_ADMINS) or by the database. */
export const systemAdminsOf = (database: Database, addresses: readonly string[]): Promise<Reader[]> =>
  inSystem(database, async (trx) => {
    const found = await sql<Reader>`
      select ${readerColumns} from identity_user join user_profile on user_profile.user_id = identity_user.id
      where email_verified and (lower(identity_user.email) = any(${[...addresses]}::text[])
        or exists (select from system_admin where system_admin.user_id = identity_user.id))
      order by identity_user.email limit 50`.execute(trx)
    return found.rows
  })

/** Mails each reader once, except the person who caused it and people who turned mail off. */
export async function mailEach(
  trx: Transaction,
  readers: readonly Reader[],
  causedBy: UserId | null,
  mailTo: (reader: Reader) => Mail,
): Promise<void> {
  const byAddress = new Map(readers.map((reader) => [reader.email, reader]))
  for (const reader of byAddress.values())
    if (reader.wantsMail && reader.userId !== causedBy) await queueMail(trx, mailTo(reader))
}

/** A reader with the links that their mail needs. */
export const addressed = (
  { siteUrl, unsubscribe }: Pick<CreditRequestPorts, 'siteUrl' | 'unsubscribe'>,
  reader: Reader,
) => ({ ...reader, siteUrl, unsubscribeUrl: unsubscribe.urlFor(reader.userId) })
