import type { EmailFrequency, MailPreferences } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inSystem } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { UnsubscribeLinks } from '../../platform/mail/unsubscribe-links.ts'

export type PreferencePorts = {
  database: Database
  unsubscribe: Pick<UnsubscribeLinks, 'userOf'>
}

type Row = { email: string; emailFrequency: EmailFrequency }

/** Returns the mail preferences of a signed link's person; with `emailFrequency`, changes them first. */
export async function preferencesByLink(
  { database, unsubscribe }: PreferencePorts,
  token: string,
  emailFrequency?: EmailFrequency,
): Promise<MailPreferences> {
  const userId = unsubscribe.userOf(token) ?? fail('NOT_FOUND')
  const row = await inSystem(database, async (trx) => {
    if (emailFrequency)
      await sql`update user_profile set email_frequency = ${emailFrequency} where user_id = ${userId}`.execute(
        trx,
      )
    const found = await sql<Row>`
      select identity_user.email, email_frequency as "emailFrequency"
      from user_profile join identity_user on identity_user.id = user_profile.user_id
      where user_profile.user_id = ${userId}`.execute(trx)
    return found.rows[0] ?? fail('NOT_FOUND')
  })
  return { address: masked(row.email), emailFrequency: row.emailFrequency }
}

/** A forwarded mail shows its reader no more of the address than the first letter and the domain. */
const masked = (email: string) => email.replace(/^(.)[^@]*/, '$1•••')
