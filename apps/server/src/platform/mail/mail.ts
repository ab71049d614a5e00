import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '@atrium/contract'
import type { ColumnType, Generated } from 'kysely'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import {
  advisoryLock,
  type Database,
  type DatabaseAddress,
  inSystem,
  listenTo,
  type Transaction,
} from '../database/index.ts'
import type { Log } from '../log.ts'
import { mailProblemOf } from './mail-problem.ts'
import type { Secret } from '../config/secret.ts'

/** A mail that is ready to be sent. `kind` groups mails in the outbox, for limits and reports. */
export interface Mail {
  recipient: string
  kind: string
  /** Maximum mails of this kind to the recipient per hour; `limits.mailsPerHourToOneAddress` by default. */
  maxPerHour?: number
  subject: string
  textBody: string
  htmlBody: string
  /** The signed link that ends mail of this kind, in every mail that isn't transactional (RFC 8058). */
  unsubscribeUrl?: string
}

export interface MailOutboxTable {
  id: ColumnType<number, never, never>
  recipient: string
  kind: string
  subject: string
  text_body: string
  html_body: string
  unsubscribe_url: string | null
  attempts: Generated<number>
  next_attempt_at: Generated<Date>
  sent_at: Date | null
  last_error: string | null
  failed_at: Date | null
  /** Why the mail server last refused it: `last_error` as a code. */
  problem: string | null
  created_at: Generated<Date>
}

declare module '../database/tables.ts' {
  interface DatabaseTables {
    mail_outbox: MailOutboxTable
  }
}

/** Gives one mail to a mail server; throws when the server does not accept it. */
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
  return async ({ recipient, subject, textBody, htmlBody, unsubscribeUrl }) => {
    await transport.sendMail({
      ...(unsubscribeUrl && {
        list: { unsubscribe: { url: unsubscribeUrl } },
        headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      }),
      from,
      to: { name: '', address: recipient },
      subject,
      text: textBody,
      html: htmlBody,
    })
  }
}

/** The result of queueing a mail: not queued above an address's limit. */
export type QueuedMail = { outcome: 'queued' } | { outcome: 'too-many'; retryAfterSeconds: number }

/**
 * Puts a mail into the outbox, in the transaction of its reason: it is sent if and only if that commits. An address gets at most
 * `limits.mailsPerHourToOneAddress` mails of a kind per hour, from all causes.
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
      unsubscribe_url: mail.unsubscribeUrl ?? null,
    })
    .execute()
  return { outcome: 'queued' }
}

/**
 * Returns the seconds until the next mail of a kind to an address may be queued; 0 for now. Locks the address until the
 * transaction ends, so that the answer stays true.
 */
export async function secondsUntilMail(
  transaction: Transaction,
  {
    recipient,
    kind,
    maxPerHour = limits.mailsPerHourToOneAddress,
  }: Pick<Mail, 'recipient' | 'kind' | 'maxPerHour'>,
): Promise<number> {
  await advisoryLock(transaction, `mail: ${kind} ${recipient}`)
  const { rows } = await sql<{ seconds: number }>`
    select seconds_until_mail(${recipient}, ${kind}, ${maxPerHour}) as seconds`.execute(transaction)
  return rows[0]?.seconds ?? 0
}

export interface MailDelivery {
  /** Stops after the current mail. */
  stop(): Promise<void>
}

export interface MailDeliveryOptions {
  database: Database
  send: SendMail
  address: DatabaseAddress
  log: Log
  /** Maximum pause between two checks of the outbox, in case a notification was lost. */
  pauseMs?: number
}

/** Notified by a trigger when mail was put into the outbox. */
const channel = 'mail'
const retryMs = 1_000
const minPauseMs = 300

/** Maximum attempts: at once, then after 10 s, 20 s, 40 s … at most an hour apart; about four hours in all. */
const maxAttempts = 12

/**
 * Delivers the outbox, oldest first, on any number of nodes: claims each mail before sending, outside any transaction, and
 * retries it when its sender dies. Clears the text of sent and abandoned mails.
 */
export async function startMailDelivery({
  database,
  address,
  send,
  log,
  pauseMs = 30_000,
}: MailDeliveryOptions): Promise<MailDelivery> {
  const stopping = new AbortController()
  let wake = new AbortController()
  const onMail = () => wake.abort()
  const listener = await listenTo(address, channel, { onMessage: onMail, onGap: onMail, log })
  const running = deliverUntilStopped()
  return {
    async stop() {
      stopping.abort()
      await Promise.all([running, listener.stop()])
    },
  }

  async function deliverUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Mail that arrives from here on interrupts the pause.
      wake = new AbortController()
      try {
        if (await deliverNext()) continue
        await pause(await msUntilNext(database))
      } catch (error) {
        log.warn({ event: 'mail.outbox_failed', err: error }, 'Could not read the mail outbox')
        await pause(retryMs)
      }
    }
  }

  async function pause(ms: number): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, wake.signal])
    await delay(Math.min(ms, pauseMs), undefined, { signal }).catch(() => undefined)
  }

  async function deliverNext(): Promise<boolean> {
    const mail = await claimNext(database)
    if (mail === undefined) return false
    if (mail.isStopped) {
      await drop(mail)
      return true
    }
    try {
      await send({
        recipient: mail.recipient,
        kind: mail.kind,
        subject: mail.subject,
        textBody: mail.text_body,
        htmlBody: mail.html_body,
        ...(mail.unsubscribe_url !== null && { unsubscribeUrl: mail.unsubscribe_url }),
      })
      await settle(database, mail.id, { sent_at: new Date(), ...emptied })
      log.info(
        { event: 'mail.sent', mailId: mail.id, kind: mail.kind, attempts: mail.attempts },
        'Sent a mail',
      )
    } catch (error) {
      const isLast = mail.attempts >= maxAttempts
      await settle(database, mail.id, {
        last_error: describe(error),
        failed_at: new Date(),
        problem: mailProblemOf(error),
        ...(isLast && emptied),
      })
      log[isLast ? 'error' : 'warn'](
        { mailId: mail.id, kind: mail.kind, attempts: mail.attempts, err: error },
        'mail was not taken',
      )
    }
    return true
  }

  async function drop({ id, kind }: ClaimedMail): Promise<void> {
    await settle(database, id, { last_error: 'address stopped', attempts: maxAttempts, ...emptied })
    log.info({ event: 'mail.address_stopped', mailId: id, kind }, 'Dropped a mail to a stopped address')
  }
}

/** The remaining columns show that there was a mail, to whom and when. */
const emptied = { subject: '', text_body: '', html_body: '', unsubscribe_url: null }

/** Until the next attempt of a mail in the outbox; infinite when it is empty. */
async function msUntilNext(database: Database): Promise<number> {
  return await inSystem(database, async (transaction) => {
    const { rows } = await sql<{ ms: number | null }>`
      select extract(epoch from min(next_attempt_at) - now())::float8 * 1000 as ms
      from mail_outbox where sent_at is null and attempts < ${maxAttempts}`.execute(transaction)
    // Due mail that another process is sending right now is not claimed: no hurry.
    return Math.max(minPauseMs, rows[0]?.ms ?? Infinity)
  })
}

async function claimNext(database: Database): Promise<ClaimedMail | undefined> {
  return inSystem(database, async (transaction) => {
    const { rows } = await sql<ClaimedMail>`
      update mail_outbox set attempts = attempts + 1, next_attempt_at = now() + least(interval '1 hour', interval '10 seconds' * power(2, attempts))
      where id = (
        select id from mail_outbox where sent_at is null and next_attempt_at <= now() and attempts < ${maxAttempts}
        order by next_attempt_at limit 1 for update skip locked)
      returning id, recipient, kind, subject, text_body, html_body, unsubscribe_url, attempts,
        exists (select from mail_stopped_address where email = lower(recipient)) as "isStopped"`.execute(
      transaction,
    )
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
  unsubscribe_url: string | null
  /** Nothing is sent to this address. */
  isStopped: boolean
}

type Settlement = Partial<
  Pick<
    MailOutboxTable,
    | 'sent_at'
    | 'last_error'
    | 'failed_at'
    | 'problem'
    | 'subject'
    | 'text_body'
    | 'html_body'
    | 'unsubscribe_url'
  >
> & { attempts?: number }

async function settle(database: Database, id: number, changes: Settlement): Promise<void> {
  await inSystem(database, (transaction) =>
    transaction.updateTable('mail_outbox').set(changes).where('id', '=', id).execute(),
  )
}

const describe = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500)
