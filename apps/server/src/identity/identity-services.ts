import type { Clock } from '../platform/clock.ts'
import type { Configuration } from '../platform/config/configuration.ts'
import type { Database } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import type { Attempts } from './attempts/attempts.ts'
import type { Codes } from './codes/codes.ts'
import type { KnownBrowsers } from './sessions/known-browsers.ts'
import type { LiveSessions } from './sessions/live-sessions.ts'
import type { IdentityMails } from './mails.ts'
import type { RefreshSessions } from './sessions/refresh-sessions.ts'
import type { PasskeyChallenges } from './passkeys/challenges.ts'
import type { RelyingParty } from './passkeys/relying-party.ts'
import type { SecondFactors } from './second-factor/second-factors.ts'
import type { SessionOpener } from './sessions/session-opener.ts'
import type { SignInMethod } from './sign-in-method.ts'
import type { IdentityPorts } from './ports.ts'
import type { Passwords } from './password/passwords.ts'
import type { PasswordEvidence } from './password/sign-in-by-password.ts'
import type { SignInTickets } from './sign-in-tickets.ts'
import type { Browsers } from './sessions/this-browser.ts'
import type { WaitingSignUp, WaitingSignUps } from './sign-up/waiting-sign-ups.ts'

/** The dependencies of identity's actions; `createIdentity` assembles them once. */
export type IdentityServices = {
  database: Database
  clock: Clock
  log: Log
  attempts: Attempts
  browsers: Browsers
  knownBrowsers: KnownBrowsers
  codes: Codes
  passwords: Passwords
  signUps: WaitingSignUps
  mails: IdentityMails
  byPassword: SignInMethod<PasswordEvidence, WaitingSignUp>
  refreshSessions: RefreshSessions
  sessions: SessionOpener
  secondFactors: SecondFactors
  tickets: SignInTickets
  challenges: PasskeyChallenges
  relyingParty: RelyingParty
  /** Whether browsers support passkeys for this site's address. */
  hasPasskeys: boolean
  liveSessions: LiveSessions
  signUpMode: Configuration['signUp']
  /** Whether people can sign in and up by email and password. */
  signInByPassword: boolean
  isInvited: IdentityPorts['isInvited']
  invitedAddress: IdentityPorts['invitedAddress']
  /** Whether the address is refused for sign-up because it is disposable. */
  isRefusedAddress(email: string): boolean
  audit: IdentityPorts['auditSignIn']
  restoreAccounts: IdentityPorts['restoreAccounts']
}
