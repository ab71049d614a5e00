import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '@atrium/contract'
import type { Generated } from 'kysely'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { advisoryLock, inSystem, type Database, type Transaction } from './database/index.ts'
import type { Log } from './log.ts'
import type { Secret } from './secret.ts'

/** A mail that is ready to be sent. `kind` groups mails in the outbox, for limits and reports. */
export interface Mail {
  recipient: string
  kind: string
  subject: string
  textBody: string
  htmlBody: string
}

export interface MailOutboxTable {
  id: Generated<number>
  recipient: string
  kind: string
  subject: string
  text_body: string
  html_body: string
  attempts: Generated<number>
  next_attempt_at: Generated<Date>
  sent_at: Date | null
  last_error: string | null
  created_at: Generated<Date>
}

declare module './database/tables.ts' {
  interface DatabaseTables {
    mail_outbox: MailOutboxTable
  }
}

/** Gives one mail to a mail server; throws when it does not take it. */
export type SendMail = (mail: Mail) => Promise<void>

/** Sends by SMTP. `url` as in `SMTP_URL`, `from` as in `ATRIUM_MAIL_FROM`. */
export function smtpSender({ url, from }: { url: Secret; from: string }): SendMail {
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
  const transport = createTransport({
    url: url.reveal(),
    disableFileAccess: true,
    disableUrlAccess: true,
    ...timeouts,
  })
  return async ({ recipient, subject, textBody, htmlBody }) => {
    await transport.sendMail({
      from,
      to: { name: '', address: recipient },
      subject,
      text: textBody,
      html: htmlBody,
    })
  }
}

/** What came of queueing a mail: nothing is queued of what an address had enough of. */
export type QueuedMail = { outcome: 'queued' } | { outcome: 'too-many'; retryAfterSeconds: number }

/**
 * Puts a mail into the outbox, in the transaction that makes it true: it is sent if and only if that commits. An address gets
 * at most `limits.mailsPerHourToOneAddress` mails of a kind in any hour, whoever causes them.
 */
export async function queueMail(transaction: Transaction, mail: Mail): Promise<QueuedMail> {
  const retryAfterSeconds = await secondsUntilMail(transaction, mail)
  if (retryAfterSeconds > 0) return { outcome: 'too-many', retryAfterSeconds }
  await transaction
    .insertInto('mail_outbox')
    .values({
      recipient: mail.recipient,
      kind: mail.kind,
      subject: mail.subject,
      text_body: mail.textBody,
      html_body: mail.htmlBody,
    })
    .execute()
  return { outcome: 'queued' }
}

/**
 * How long the next mail of a kind to an address has to wait, in seconds; 0 when it need not. Until the transaction ends
 * nobody else queues such a mail, so that the answer stays true.
 */
export async function secondsUntilMail(
  transaction: Transaction,
  { recipient, kind }: Pick<Mail, 'recipient' | 'kind'>,
): Promise<number> {
  await advisoryLock(transaction, `mail: ${kind} ${recipient}`)
  const { rows } = await sql<{ seconds: number }>`
    select seconds_until_mail(${recipient}, ${kind}, ${limits.mailsPerHourToOneAddress}) as seconds`.execute(
    transaction,
  )
  return rows[0]?.seconds ?? 0
}

export interface MailDelivery {
  /** Ends after the mail that is being sent. */
  stop(): Promise<void>
}

export interface MailDeliveryOptions {
  database: Database
  send: SendMail
  log: Log
  /** How often the outbox is looked into. */
  pauseMs?: number
}

/** A mail is tried that often: at once, then after 10 s, 20 s, 40 s … at most an hour apart; about four hours in all. */
const mostAttempts = 12

/**
 * Delivers the outbox, oldest first, on as many nodes as like to: each mail is claimed before it is sent, outside any
 * transaction, and comes up again when its sender dies. What was sent, or given up, is emptied of its text.
 */
export function startMailDelivery({ database, send, log, pauseMs = 300 }: MailDeliveryOptions): MailDelivery {
  const stopping = new AbortController()
  const running = deliverUntilStopped()
  return {
    stop() {
      stopping.abort()
      return running
    },
  }

  async function deliverUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      const found = await deliverNext().catch((error: unknown) => {
        log.warn({ err: error }, 'the mail outbox could not be read')
        return false
      })
      if (!found) await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  async function deliverNext(): Promise<boolean> {
    const mail = await claimNext(database)
    if (mail === undefined) return false
    try {
      await send({
        recipient: mail.recipient,
        kind: mail.kind,
        subject: mail.subject,
        textBody: mail.text_body,
        htmlBody: mail.html_body,
      })
      await settle(database, mail.id, { sent_at: new Date(), ...emptied })
      log.info({ mailId: mail.id, kind: mail.kind, attempts: mail.attempts }, 'mail sent')
    } catch (error) {
      const isLast = mail.attempts >= mostAttempts
      await settle(database, mail.id, { last_error: describe(error), ...(isLast && emptied) })
      log[isLast ? 'error' : 'warn'](
        { mailId: mail.id, kind: mail.kind, attempts: mail.attempts, err: error },
        'mail was not taken',
      )
    }
    return true
  }
}

/** What remains shows that there was a mail, to whom and when. */
const emptied = { subject: '', text_body: '', html_body: '' }

async function claimNext(database: Database): Promise<ClaimedMail | undefined> {
  return inSystem(database, async (transaction) => {
    const { rows } = await sql<ClaimedMail>`
      update mail_outbox set attempts = attempts + 1, next_attempt_at = now() + least(interval '1 hour', interval '10 seconds' * power(2, attempts))
      where id = (
        select id from mail_outbox where sent_at is null and next_attempt_at <= now() and attempts < ${mostAttempts}
        order by next_attempt_at limit 1 for update skip locked)
      returning id, recipient, kind, subject, text_body, html_body, attempts`.execute(transaction)
    return rows[0]
  })
}

interface ClaimedMail {
  id: number
  attempts: number
  recipient: string
  kind: string
  subject: string
  text_body: string
  html_body: string
}

type Settlement = Partial<
  Pick<MailOutboxTable, 'sent_at' | 'last_error' | 'subject' | 'text_body' | 'html_body'>
>

async function settle(database: Database, id: number, changes: Settlement): Promise<void> {
  await inSystem(database, (transaction) =>
    transaction.updateTable('mail_outbox').set(changes).where('id', '=', id).execute(),
  )
}

const describe = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500)
