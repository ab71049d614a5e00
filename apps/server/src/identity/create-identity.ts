import { contract, type Proof, type SessionId, type UserId } from '@atrium/contract'
import type { Transaction } from '../platform/database/index.ts'
import type { Caller } from '../platform/http/guards.ts'
import { type Binding, binding } from '../platform/http/bind.ts'
import { siteUrlOf } from '../platform/config/site-url.ts'
import type { OwnData } from '../platform/own-data.ts'
import { createAccessTokens } from './sessions/access-token.ts'
import { attemptLimits, createAttempts } from './attempts/attempts.ts'
import { createCodes } from './codes/codes.ts'
import { deriveKeys } from './keys.ts'
import {
  createLiveSessions,
  endSessionsBefore,
  endSessionsOf,
  type SessionsEndedListener,
} from './sessions/live-sessions.ts'
import { createMails, type SecurityNews } from './mails.ts'
import { createOpenId } from './openid/open-id.ts'
import { openIdProviders } from './openid/providers.ts'
import { openIdRoutes } from './openid/routes.ts'
import { acceptTerms, changePerson, type Person, type PersonChanges, personOf } from './people.ts'
import type { From, IdentityPorts } from './ports.ts'
import { createRefreshCookie } from './sessions/refresh-cookie.ts'
import { createRefreshSessions } from './sessions/refresh-sessions.ts'
import { requireProof } from './require-proof.ts'
import { identityRoutes } from './routes.ts'
import { createSessionOpener, type OpenSession } from './sessions/session-opener.ts'
import { createPasskeyChallenges } from './passkeys/challenges.ts'
import { canHavePasskeys, relyingPartyOf } from './passkeys/relying-party.ts'
import { createSecondFactors } from './second-factor/second-factors.ts'
import { createKnownBrowsers } from './sessions/known-browsers.ts'
import { passwords as passwordsOfProduct } from './password/passwords.ts'
import { signInByPassword } from './password/sign-in-by-password.ts'
import { createSignInTickets } from './sign-in-tickets.ts'
import { type SignUpByInvite, signUpByInvite } from './sign-up/sign-up-by-invite.ts'
import { openSigningKeys } from './sessions/signing-keys.ts'
import { claimSetup, setupToken } from './sign-up/setup-link.ts'
import { isSystemAdmin } from './sign-up/system-admins.ts'
import { createBrowsers } from './sessions/this-browser.ts'
import { createWaitingSignUps } from './sign-up/waiting-sign-ups.ts'
import { ownData } from './own-data.ts'

/** Identity for the rest of the server: callers, people, and the end of their sessions. */
export type Identity = {
  bindings: Binding[]
  /** Its part of a person's data export. */
  ownData: OwnData
  /** Returns the caller of a valid access token whose session still exists (as of at most a second ago). */
  authenticate(accessToken: string): Promise<Caller | null>
  personOf(userId: UserId): Promise<Person | null>
  changePerson(userId: UserId, changes: PersonChanges): Promise<void>
  acceptTerms(userId: UserId): Promise<void>
  /** Throws unless the person proves who they are: by password or code, or by a recent sign-in. */
  requireProof(actor: { userId: UserId; sessionId: SessionId }, proof: Proof | undefined): Promise<void>
  /** Mails a person about their security, in the transaction of the change. */
  sendSecurityMail(
    transaction: Transaction,
    to: Pick<Person, 'email' | 'language'>,
    news: SecurityNews,
    values?: Record<string, string>,
  ): Promise<void>
  /** Ends every session of a user; call the returned function after the commit. */
  endSessions(transaction: Transaction, userId: UserId): Promise<() => void>
  /** Ends everybody's sessions that began before a time; call the returned function after the commit. */
  endSessionsBefore(transaction: Transaction, before: Date): Promise<() => void>
  /** Returns whether a person is a system administrator: by `ATRIUM_ADMINS`, the setup link or the command line. */
  isSystemAdmin(userId: UserId): Promise<boolean>
  /** Signs up the recipient of a mailed invitation. */
  signUpByInvite(input: SignUpByInvite, from: From): Promise<OpenSession>
  /** Returns the token of the one-time setup link; null while the installation has a system administrator. */
  setupToken(): Promise<string | null>
  /** Counts an action of a person; RATE_LIMITED above its limit. */
  countAttempt(kind: 'testMailByUser' | 'modelTimingByUser', userId: UserId): Promise<void>
  /** Counts an attempt of somebody who is not signed in, by their network. Throws RATE_LIMITED above the limit. */
  countAnonymous(kind: 'waitingListByNetwork', ip: string): Promise<void>
  /** Subscribes to sessions that end in this process, to close their streams; returns the function that unsubscribes. */
  onSessionsEnded(listener: SessionsEndedListener): () => void
  /** Refuses the tokens of sessions that ended in another process. */
  refuseSessions(sessionIds: readonly SessionId[]): void
}

/** Creates identity. Throws without a secret: there is no default. */
export function createIdentity(ports: IdentityPorts): Identity {
  const { database, configuration, clock, log } = ports
  const keys = deriveKeys(configuration.secret)
  const siteUrl = siteUrlOf(configuration)
  const signingKeys = openSigningKeys(database, keys.sealing, clock)
  const accessTokens = createAccessTokens(signingKeys, siteUrl, clock)
  const liveSessions = createLiveSessions(database, clock)
  const cookiePath = `${new URL(configuration.mainApiUrl, siteUrl).pathname.replace(/\/$/, '')}/auth`
  const refreshSessions = createRefreshSessions({
    database,
    cookie: createRefreshCookie({ secret: keys.refreshCookie, siteUrl, path: cookiePath }),
    clock,
    log,
    onReused: liveSessions.announceEnd,
  })
  const signUps = createWaitingSignUps(database, clock)
  const passwords = ports.passwords ?? passwordsOfProduct
  const services = {
    database,
    clock,
    log,
    attempts: createAttempts(database, ports.attemptLimits ?? attemptLimits, clock),
    codes: createCodes(database, keys.codes, clock),
    mails: createMails(ports.queueMail, siteUrl),
    browsers: createBrowsers({ siteUrl, path: cookiePath }),
    knownBrowsers: createKnownBrowsers(database, clock),
    passwords,
    signUps,
    byPassword: signInByPassword(database, signUps, passwords),
    refreshSessions,
    sessions: createSessionOpener({ database, refreshSessions, liveSessions, accessTokens, clock }),
    liveSessions,
    secondFactors: createSecondFactors(database, keys, clock),
    tickets: createSignInTickets(database, clock),
    challenges: createPasskeyChallenges(database, clock),
    relyingParty: relyingPartyOf(siteUrl),
    hasPasskeys: canHavePasskeys(siteUrl),
    get signUpMode() {
      return ports.signUpMode()
    },
    signInByPassword: configuration.signInByPassword,
    isInvited: ports.isInvited,
    invitedAddress: ports.invitedAddress,
    isRefusedAddress: (email: string) =>
      configuration.disposableEmail === 'refuse' && ports.isDisposable(email),
    audit: ports.auditSignIn,
    restoreAccounts: ports.restoreAccounts,
  }
  const openId = createOpenId({
    providers: openIdProviders(configuration),
    database,
    clock,
    siteUrl,
    cookiePath,
  })
  const setupLink = { database, key: keys.setupLink, admins: configuration.admins, log }
  return {
    ownData,
    bindings: [
      ...identityRoutes(services, signingKeys, () => ports.inboxUrl()),
      ...openIdRoutes(services, openId),
      binding(contract.claimSetup, async ({ caller, body }) => {
        await claimSetup(setupLink, caller.userId, body.token)
        return { data: { isSystemAdmin: true as const } }
      }),
    ],
    async authenticate(accessToken) {
      const caller = await accessTokens.verify(accessToken)
      return caller && (await liveSessions.isAlive(caller.sessionId)) ? caller : null
    },
    personOf: (userId) => personOf(database.kysely, userId),
    changePerson: (userId, changes) => changePerson(database, userId, changes),
    requireProof: (actor, proof) => requireProof(services, actor, proof),
    sendSecurityMail: (transaction, to, news, values) =>
      services.mails.sendSecurityMail(transaction, to, news, values),
    async endSessions(transaction, userId) {
      const sessionIds = await endSessionsOf(transaction, userId)
      return () => liveSessions.announceEnd({ userId, sessionIds })
    },
    async endSessionsBefore(transaction, before) {
      const ended = await endSessionsBefore(transaction, before)
      return () => ended.forEach(liveSessions.announceEnd)
    },
    isSystemAdmin: (userId) => isSystemAdmin(database, configuration.admins, userId),
    countAttempt: (kind, userId) => services.attempts.count(kind, { userId }),
    countAnonymous: (kind, ip) => services.attempts.count(kind, { ip }),
    signUpByInvite: (input, from) => signUpByInvite(services, input, from),
    setupToken: () => setupToken(setupLink),
    acceptTerms: (userId) => acceptTerms(database, userId, clock.now()),
    onSessionsEnded: liveSessions.onEnded,
    refuseSessions: liveSessions.refuse,
  }
}
