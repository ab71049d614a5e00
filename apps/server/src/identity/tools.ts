import type { Clock } from '../platform/clock.ts'
import type { Configuration } from '../platform/configuration.ts'
import type { Database } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import type { Attempts } from './attempts.ts'
import type { Codes } from './codes.ts'
import type { LiveSessions } from './live-sessions.ts'
import type { IdentityMails } from './mails.ts'
import type { RefreshSessions } from './refresh-sessions.ts'
import type { PasskeyChallenges } from './passkeys/challenges.ts'
import type { RelyingParty } from './passkeys/relying-party.ts'
import type { SecondFactors } from './second-factor/second-factors.ts'
import type { SessionOpener } from './session-opener.ts'
import type { SignInMethod } from './sign-in-method.ts'
import type { IdentityPorts } from './ports.ts'
import type { PasswordEvidence } from './sign-in-by-password.ts'
import type { SignInTickets } from './sign-in-tickets.ts'

/** What the verbs of identity work with; `createIdentity` puts it together once. */
export type Tools = {
  database: Database
  clock: Clock
  log: Log
  attempts: Attempts
  codes: Codes
  mails: IdentityMails
  byPassword: SignInMethod<PasswordEvidence>
  refreshSessions: RefreshSessions
  sessions: SessionOpener
  secondFactors: SecondFactors
  tickets: SignInTickets
  challenges: PasskeyChallenges
  relyingParty: RelyingParty
  /** Whether browsers make passkeys for this site's address. */
  hasPasskeys: boolean
  liveSessions: LiveSessions
  signUpMode: Configuration['signUp']
  /** Whether people can sign in and up by email and password at all. */
  signInByPassword: boolean
  isInvited: IdentityPorts['isInvited']
  /** Whether nobody may sign up with the address, because it is one to throw away. */
  isRefusedAddress(email: string): boolean
  restoreAccounts: IdentityPorts['restoreAccounts']
}
