import type { FastifyRequest } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { Configuration } from '../platform/configuration.ts'
import type { Database, Transaction } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import type { Mail } from '../platform/mail.ts'
import type { AttemptLimits } from './attempts.ts'
import type { Deletion } from './deletions.ts'

/** Puts a mail into the outbox, in the transaction that makes it true. */
export type QueueMail = (transaction: Transaction, mail: Mail) => Promise<void>

/** What identity is given. */
export type IdentityPorts = {
  database: Database
  configuration: Pick<Configuration, 'secret' | 'signUp' | 'publicUrl' | 'host' | 'port' | 'mainApiUrl'>
  queueMail: QueueMail
  log: Log
  clock: Clock
  /** Where the inbox is that stands in for mail; null with a mail server. */
  inboxUrl: string | null
  /** Whether the address was invited, for the sign-up mode `invited-only`. */
  isInvited(email: string): Promise<boolean>
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
