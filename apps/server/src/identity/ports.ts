import type { UserId } from '@atrium/contract'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { Configuration } from '../platform/config/configuration.ts'
import type { Database, Transaction } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import type { Mail, QueuedMail } from '../platform/mail/mail.ts'
import type { AttemptLimits } from './attempts/attempts.ts'
import type { Deletion } from './deletions.ts'
import type { OpenIdSettings } from './openid/providers.ts'
import type { Passwords } from './password/passwords.ts'

/** Puts a mail into the outbox, in the transaction of the change. */
export type QueueMail = (transaction: Transaction, mail: Mail) => Promise<QueuedMail>

/** The dependencies of identity. */
export type IdentityPorts = {
  database: Database
  configuration: OpenIdSettings &
    Pick<Configuration, 'secret' | 'disposableEmail' | 'signInByPassword' | 'mainApiUrl' | 'admins'>
  queueMail: QueueMail
  log: Log
  clock: Clock
  /** URL of the sandbox inbox; null with a mail server. */
  inboxUrl(): string | null
  /** The current sign-up mode. */
  signUpMode(): Configuration['signUp']
  /** For the sign-up mode `invited-only`: whether the address was invited, or the token is that of a public link. */
  isInvited(email: string, inviteToken: string | undefined): Promise<boolean>
  /** Returns the address that an open invitation was mailed to, locked until the transaction ends; null for any other token. */
  invitedAddress(transaction: Transaction, token: string): Promise<string | null>
  /** Whether an address is disposable. */
  isDisposable(email: string): boolean
  /** Writes a sign-in or a refused attempt into the audit logs of a person's accounts. */
  auditSignIn(signIn: {
    userId: UserId
    outcome: 'succeeded' | 'refused'
    network: string | null
  }): Promise<void>
  /** Restores the accounts that were deleted together with a user, in the transaction that undoes the deletion. */
  restoreAccounts(transaction: Transaction, deletion: Deletion): Promise<void>
  /** Limits of attempts; the product's by default. */
  attemptLimits?: AttemptLimits
  /** Hashing of passwords; the product's by default. */
  passwords?: Passwords
}

/** The part of a request that actions need beside its parsed body. */
export type From = { ip: string; userAgent: string | undefined; cookie: string | undefined }

/** `request.ip` uses proxy headers only as far as `ATRIUM_TRUST_PROXY` allows. */
export const from = (request: FastifyRequest): From => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'],
  cookie: request.headers.cookie,
})
