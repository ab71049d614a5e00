import type { Proof, SessionId, UserId } from '@atrium/contract'
import type { Transaction } from '../platform/database/index.ts'
import type { Caller } from '../platform/http/guards.ts'
import type { Binding } from '../platform/http/bind.ts'
import { siteUrlOf } from '../platform/site-url.ts'
import { createAccessTokens } from './access-token.ts'
import { attemptLimits, createAttempts } from './attempts.ts'
import { createCodes } from './codes.ts'
import { deriveKeys } from './keys.ts'
import { createLiveSessions, endSessionsOf, type SessionsEndedListener } from './live-sessions.ts'
import { createMails, type SecurityNews } from './mails.ts'
import { createOpenId } from './openid/open-id.ts'
import { openIdProviders } from './openid/providers.ts'
import { openIdRoutes } from './openid/routes.ts'
import { acceptTerms, changePerson, type Person, type PersonChanges, personOf } from './people.ts'
import type { IdentityPorts } from './ports.ts'
import { createRefreshSessions } from './refresh-sessions.ts'
import { requireProof } from './require-proof.ts'
import { identityRoutes } from './routes.ts'
import { createSessionOpener } from './session-opener.ts'
import { createPasskeyChallenges } from './passkeys/challenges.ts'
import { canHavePasskeys, relyingPartyOf } from './passkeys/relying-party.ts'
import { createSecondFactors } from './second-factor/second-factors.ts'
import { signInByPassword } from './sign-in-by-password.ts'
import { createSignInTickets } from './sign-in-tickets.ts'
import { openSigningKeys } from './signing-keys.ts'
import { isSystemAdmin } from './system-admins.ts'

/** Identity as the rest of the server knows it: who calls, who people are, and when their sessions end. */
export type Identity = {
  bindings: Binding[]
  /** Who the access token says is calling, when it is good and its session still lives (as of at most a second ago). */
  authenticate(accessToken: string): Promise<Caller | null>
  personOf(userId: UserId): Promise<Person | null>
  changePerson(userId: UserId, changes: PersonChanges): Promise<void>
  acceptTerms(userId: UserId): Promise<void>
  /** Lets only the person themselves pass: by password or code, or by having signed in a moment ago. */
  requireProof(actor: { userId: UserId; sessionId: SessionId }, proof: Proof | undefined): Promise<void>
  /** Writes to a person about themselves, in the transaction that makes it true. */
  tell(
    transaction: Transaction,
    to: Pick<Person, 'email' | 'language'>,
    news: SecurityNews,
    values?: Record<string, string>,
  ): Promise<void>
  /** Ends every session of a user; what is returned is to be called after the commit. */
  endSessions(transaction: Transaction, userId: UserId): Promise<() => void>
  /** Whether a person is a system administrator: one of the configured addresses, confirmed as theirs. */
  isSystemAdmin(userId: UserId): Promise<boolean>
  /** Hears at once of sessions that ended in this process, so that their streams can be closed; returns how to stop. */
  onSessionsEnded(listener: SessionsEndedListener): () => void
}

/** Puts identity together. Throws when there is no secret: nothing here has a value to fall back to. */
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
    secret: keys.refreshCookie,
    siteUrl,
    cookiePath,
    log,
  })
  const tools = {
    database,
    clock,
    log,
    attempts: createAttempts(database, ports.attemptLimits ?? attemptLimits, clock),
    codes: createCodes(database, keys.codes, clock),
    mails: createMails(ports.queueMail, siteUrl),
    byPassword: signInByPassword(database),
    refreshSessions,
    sessions: createSessionOpener(database, refreshSessions, accessTokens, clock),
    liveSessions,
    secondFactors: createSecondFactors(database, keys, clock),
    tickets: createSignInTickets(database, clock),
    challenges: createPasskeyChallenges(database, clock),
    relyingParty: relyingPartyOf(siteUrl),
    hasPasskeys: canHavePasskeys(siteUrl),
    signUpMode: configuration.signUp,
    signInByPassword: configuration.signInByPassword,
    isInvited: ports.isInvited,
    isRefusedAddress: (email: string) =>
      configuration.disposableEmail === 'refuse' && ports.isDisposable(email),
    restoreAccounts: ports.restoreAccounts,
  }
  const openId = createOpenId({
    providers: openIdProviders(configuration),
    database,
    clock,
    siteUrl,
    cookiePath,
  })
  return {
    bindings: [...identityRoutes(tools, signingKeys, ports.inboxUrl), ...openIdRoutes(tools, openId)],
    async authenticate(accessToken) {
      const caller = await accessTokens.verify(accessToken)
      return caller && (await liveSessions.isAlive(caller.sessionId)) ? caller : null
    },
    personOf: (userId) => personOf(database.kysely, userId),
    changePerson: (userId, changes) => changePerson(database, userId, changes),
    requireProof: (actor, proof) => requireProof(tools, actor, proof),
    tell: (transaction, to, news, values) => tools.mails.tellOfSecurity(transaction, to, news, values),
    async endSessions(transaction, userId) {
      const sessionIds = await endSessionsOf(transaction, userId)
      return () => liveSessions.announceEnd({ userId, sessionIds })
    },
    isSystemAdmin: (userId) => isSystemAdmin(database, configuration.admins, userId),
    acceptTerms: (userId) => acceptTerms(database, userId, clock.now()),
    onSessionsEnded: liveSessions.onEnded,
  }
}
