import { randomUUID } from 'node:crypto'
import { mintId, SessionId, UserId } from '@atrium/contract'
import { betterAuth } from 'better-auth'
import { createAuthEndpoint, isAPIError } from 'better-auth/api'
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import type { Database } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Log } from '../platform/log.ts'
import type { From } from './ports.ts'

/** A session and the Set-Cookie headers that tell the browser of it. */
export type RefreshSession = { userId: UserId; sessionId: SessionId; setCookies: string[] }

export type RefreshSessions = {
  /** Starts a session for somebody who has just proved who they are. */
  start(userId: UserId, from: From): Promise<RefreshSession>
  /**
   * The session of the cookie, prolonged when a day of it has passed. `none`: there is no cookie of ours that is genuine;
   * `ended`: there is, and its session is over.
   */
  read(from: From): Promise<{ outcome: 'lives'; session: RefreshSession } | { outcome: 'none' | 'ended' }>
  /** The Set-Cookie headers that make the browser forget the session. */
  forget(): Promise<string[]>
}

export type RefreshSessionOptions = {
  database: Database
  /** Signs the cookie. */
  secret: string
  /** Address of the site as browsers see it; on https the cookie is `Secure`. */
  siteUrl: string
  /** The one path to which browsers send the cookie. */
  cookiePath: string
  log: Log
}

const daySeconds = 24 * 60 * 60
const userAgentCharacters = 300

/**
 * Sessions and their httpOnly cookie are better-auth's; none of its HTTP routes is mounted. How somebody proves who they
 * are is ours (see `SignInMethod`), so better-auth gets two endpoints more that only this server can call: one that starts a
 * session for a user, one that clears the cookie.
 */
export function createRefreshSessions(options: RefreshSessionOptions): RefreshSessions {
  const auth = openBetterAuth(options)
  return {
    async start(userId, from) {
      const { headers, response } = await auth.api.startSession({
        headers: new Headers(),
        body: { userId, ipAddress: from.ip, userAgent: (from.userAgent ?? '').slice(0, userAgentCharacters) },
        returnHeaders: true,
      })
      return { userId, sessionId: SessionId.parse(response.sessionId), setCookies: headers.getSetCookie() }
    },
    async read(from) {
      if (!from.cookie) return { outcome: 'none' }
      const found = await auth.api
        .getSession({ headers: new Headers({ cookie: from.cookie }), returnHeaders: true })
        .catch(asEnded)
      if (!found) return { outcome: 'ended' }
      const { headers, response } = found
      const setCookies = headers.getSetCookie()
      // better-auth clears the cookie exactly when it was genuine and its session is over.
      if (!response) return { outcome: setCookies.length > 0 ? 'ended' : 'none' }
      return {
        outcome: 'lives',
        session: {
          userId: UserId.parse(response.user.id),
          sessionId: SessionId.parse(response.session.id),
          setCookies,
        },
      }
    },
    async forget() {
      const { headers } = await auth.api.forgetSession({ headers: new Headers(), returnHeaders: true })
      return headers.getSetCookie()
    },
  }
}

/**
 * better-auth translates what goes wrong on the way: a session that was ended while it was being prolonged is unauthorized,
 * a database that does not answer an internal error without its cause. Nobody must be signed out by the latter.
 */
function asEnded(error: unknown): null {
  if (!isAPIError(error)) throw error
  if (error.status === 'UNAUTHORIZED') return null
  return fail('UNAVAILABLE', { cause: error, retryAfterSeconds: 2 })
}

const StartSession = z.object({ userId: z.string(), ipAddress: z.string(), userAgent: z.string() })

const sessionEndpoints = {
  id: 'atrium-sessions',
  endpoints: {
    startSession: createAuthEndpoint.serverOnly({ method: 'POST', body: StartSession }, async (context) => {
      const { userId, ipAddress, userAgent } = context.body
      const user = await context.context.internalAdapter.findUserById(userId)
      if (!user) throw new Error('A session was asked for a user who does not exist.')
      const session = await context.context.internalAdapter.createSession(userId, false, {
        ipAddress,
        userAgent,
      })
      await setSessionCookie(context, { session, user })
      return { sessionId: session.id }
    }),
    forgetSession: createAuthEndpoint.serverOnly({ method: 'POST' }, async (context) => {
      deleteSessionCookie(context)
      return {}
    }),
  },
} as const

function openBetterAuth({ database, secret, siteUrl, cookiePath, log }: RefreshSessionOptions) {
  const isSecure = siteUrl.startsWith('https:')
  const timestamps = { createdAt: 'created_at', updatedAt: 'updated_at' }
  return betterAuth({
    appName: 'Atrium',
    baseURL: siteUrl,
    secret,
    telemetry: { enabled: false },
    logger: { level: 'error', log: (level, message) => log[level]({ from: 'better-auth' }, message) },
    database: { db: database.kysely, type: 'postgres' },
    session: {
      modelName: 'identity_session',
      fields: {
        ...timestamps,
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
      expiresIn: 30 * daySeconds,
      updateAge: daySeconds,
    },
    user: { modelName: 'identity_user', fields: { ...timestamps, emailVerified: 'email_verified' } },
    account: {
      modelName: 'identity_credential',
      fields: {
        ...timestamps,
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
      },
    },
    verification: { modelName: 'identity_verification', fields: { ...timestamps, expiresAt: 'expires_at' } },
    advanced: {
      cookiePrefix: 'atrium',
      useSecureCookies: isSecure,
      // Only this site's own scripts call for a refresh, never a link from elsewhere: the strictest rule costs nothing.
      defaultCookieAttributes: { httpOnly: true, sameSite: 'strict', path: cookiePath, secure: isSecure },
      ipAddress: { disableIpTracking: true },
      database: { generateId: ({ model }) => (model === 'session' ? mintId('session') : randomUUID()) },
    },
    plugins: [sessionEndpoints],
  })
}
