import type { FastifyRequest } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { Configuration } from '../platform/configuration.ts'
import type { Database, Transaction } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import type { Mail, QueuedMail } from '../platform/mail.ts'
import type { AttemptLimits } from './attempts.ts'
import type { Deletion } from './deletions.ts'
import type { OpenIdSettings } from './openid/providers.ts'

/** Puts a mail into the outbox, in the transaction that makes it true. */
export type QueueMail = (transaction: Transaction, mail: Mail) => Promise<QueuedMail>

/** What identity is given. */
export type IdentityPorts = {
  database: Database
  configuration: OpenIdSettings &
    Pick<
      Configuration,
      'secret' | 'signUp' | 'disposableEmail' | 'signInByPassword' | 'mainApiUrl' | 'admins'
    >
  queueMail: QueueMail
  log: Log
  clock: Clock
  /** Where the inbox is that stands in for mail; null with a mail server. */
  inboxUrl: string | null
  /** For the sign-up mode `invited-only`: whether the address was invited, or the token is that of a link for anybody. */
  isInvited(email: string, inviteToken: string | undefined): Promise<boolean>
  /** Whether an address is one to throw away. */
  isDisposable(email: string): boolean
  /** Brings back the accounts that were deleted together with a user, when that is taken back, in its transaction. */
  restoreAccounts(transaction: Transaction, deletion: Deletion): Promise<void>
  /** How often what may be tried; the product's own numbers when not given. */
  attemptLimits?: AttemptLimits
}

/** What verbs need of the request beside its parsed body. */
export type From = { ip: string; userAgent: string | undefined; cookie: string | undefined }

/** `request.ip` honours proxy headers only as far as `ATRIUM_TRUST_PROXY` lets the server believe them. */
export const from = (request: FastifyRequest): From => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'],
  cookie: request.headers.cookie,
})
