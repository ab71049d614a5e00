import { type Language, type UserId, type WaitingPerson } from '@atrium/contract'
import { sql } from 'kysely'
import { writeSystemAudit } from '../../identity/index.ts'
import { advisoryLock, type Database, inSystem, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { mailBody } from '../../platform/mail/mail-body.ts'
import { notificationPhrases } from '../../platform/mail/notification-footer.ts'

/** More addresses than an operator invites; later ones are dropped, so that nobody can fill the database. */
const maxWaiting = 20_000

type Row = {
  email: string
  language: Language
  askedAt: Date
  invitedAt: Date | null
  invitedByName: string | null
}

/** People who have signed up meanwhile are no longer waiting. */
const waiting = sql`
  from sign_up_waiting left join identity_user as inviter on inviter.id = invited_by
  where not exists (select from identity_user where lower(identity_user.email) = sign_up_waiting.email)`
const columns = sql`
  sign_up_waiting.email, sign_up_waiting.language, asked_at as "askedAt", invited_at as "invitedAt", inviter.name as "invitedByName"`

const present = ({ email, askedAt, invitedAt, invitedByName }: Row): WaitingPerson => ({
  email,
  askedAt: askedAt.toISOString(),
  invitedAt: invitedAt?.toISOString() ?? null,
  invitedByName,
})

/** Records an address once. Doesn't reveal whether it was listed before or has a user account. */
export const joinWaitingList = (database: Database, email: string, language: Language): Promise<void> =>
  inSystem(database, async (trx) => {
    await sql`
      insert into sign_up_waiting (email, language)
      select ${email}, ${language} where (select count(*) from sign_up_waiting) < ${maxWaiting}
      on conflict (email) do nothing`.execute(trx)
  })

/** Whether a system administrator invited an address of the waiting list. */
export async function isInvitedFromWaitingList(database: Database, email: string): Promise<boolean> {
  const found = await inSystem(database, (trx) =>
    sql`select from sign_up_waiting where email = ${email.toLowerCase()} and invited_at is not null`.execute(
      trx,
    ),
  )
  return found.rows.length > 0
}

export async function listWaiting(
  trx: Transaction,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ people: WaitingPerson[]; count: number }> {
  const found = await sql<Row>`
    select ${columns} ${waiting} order by invited_at is not null, asked_at, sign_up_waiting.email limit ${limit} offset ${offset}`.execute(
    trx,
  )
  const counted = await sql<{ count: number }>`select count(*)::int as count ${waiting}`.execute(trx)
  return { people: found.rows.map(present), count: counted.rows[0]?.count ?? 0 }
}

const waitingPerson = async (trx: Transaction, email: string): Promise<Row | undefined> =>
  (await sql<Row>`select ${columns} ${waiting} and sign_up_waiting.email = ${email}`.execute(trx)).rows[0]

/** Invites an address once: its owner gets a mail in the language in which they asked. */
export const inviteWaiting = (
  { database, siteUrl }: { database: Database; siteUrl: string },
  actorId: UserId,
  email: string,
): Promise<WaitingPerson> =>
  inSystem(database, async (trx) => {
    await advisoryLock(trx, `operations: waiting list ${email}`)
    const person = (await waitingPerson(trx, email)) ?? fail('NOT_FOUND')
    if (person.invitedAt !== null) return present(person)
    await sql`update sign_up_waiting set invited_at = now(), invited_by = ${actorId} where email = ${email}`.execute(
      trx,
    )
    await writeSystemAudit(trx, { actorId, action: 'sign-up.invited', email })
    const words = notificationPhrases[person.language]
    await queueMail(trx, {
      recipient: email,
      kind: 'operations:waiting-list',
      subject: words['waiting.subject'],
      ...mailBody(
        [
          { text: words['waiting.text'] },
          { link: `${siteUrl}/auth/register`, label: words['waiting.button'] },
          { text: words['waiting.unknown'] },
        ],
        person.language,
      ),
    })
    return present((await waitingPerson(trx, email)) ?? fail('NOT_FOUND'))
  })

export async function removeWaiting(trx: Transaction, email: string): Promise<void> {
  const removed = await sql`delete from sign_up_waiting where email = ${email} returning email`.execute(trx)
  if (removed.rows.length === 0) fail('NOT_FOUND')
}
