import { createHash, randomBytes } from 'node:crypto'
import { mintId, type SessionId, type UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { type Database, inSystem, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { Log } from '../../platform/log.ts'
import { deletionOf } from '../deletions.ts'
import type { EndedSessions } from './live-sessions.ts'
import type { From } from '../ports.ts'
import type { RefreshCookie } from './refresh-cookie.ts'

/** A session and its Set-Cookie headers. */
export type RefreshSession = { userId: UserId; sessionId: SessionId; setCookies: string[] }

/** `none`: no genuine cookie of ours; `ended`: a genuine one whose session is over. */
export type FoundSession = { outcome: 'lives'; session: RefreshSession } | { outcome: 'none' | 'ended' }

export type RefreshSessions = {
  /** Starts a session for a person who has just proved who they are. */
  start(userId: UserId, from: From): Promise<RefreshSession>
  /** Returns the cookie's session unchanged. */
  read(from: From): Promise<FoundSession>
  /**
   * Returns the cookie's session with the next token. A replaced token that is used again was copied: ends the session for both
   * holders.
   */
  rotate(from: From): Promise<FoundSession>
  /** Returns the Set-Cookie headers that delete the session. */
  forget(): string[]
}

export type RefreshSessionOptions = {
  database: Database
  cookie: RefreshCookie
  clock: Clock
  log: Log
  /** Called with sessions that ended because a replaced token was used again. */
  onReused(ended: EndedSessions): void
}

const lifeSeconds = 30 * 24 * 60 * 60
const maxUserAgentCharacters = 300
/** How long after a rotation the previous token still works: another tab refreshed at the same time, or the reply was lost. */
const overlapMs = 20_000

/** The token has as many random bits as its hash, so a plain hash suffices. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
/** Includes the session id, so that a token replaced long ago still identifies its session. */
const newToken = (sessionId: SessionId) => `${sessionId}.${randomBytes(32).toString('base64url')}`

type Row = {
  id: SessionId
  user_id: UserId
  token_hash: string
  previous_token_hash: string | null
  /** Null before the first rotation. */
  rotated_at: Date | null
}

/**
 * Browser sessions with a refresh token that each use replaces (RFC 9700, section 4.14.2). The database stores only hashes, of
 * the current and the previous token. Parallel tabs share a rotation: within the overlap the previous token still gets access
 * tokens, and the current one is not replaced again.
 */
export function createRefreshSessions(options: RefreshSessionOptions): RefreshSessions {
  const { database, cookie, clock } = options
  const { kysely } = database
  const lives = ({ id, user_id }: Row, setCookies: string[] = []): FoundSession => ({
    outcome: 'lives',
    session: { userId: user_id, sessionId: id, setCookies },
  })
  const expiry = (now: Date) => new Date(now.getTime() + lifeSeconds * 1000)

  /** Replaces the current token by the next, unless a concurrent request did. */
  async function replace(row: Row, token: string, now: Date): Promise<FoundSession | null> {
    const next = newToken(row.id)
    const replaced = await kysely
      .updateTable('identity_session')
      .set({
        token_hash: hashOf(next),
        previous_token_hash: hashOf(token),
        rotated_at: now,
        updated_at: now,
        expires_at: expiry(now),
      })
      .where('id', '=', row.id)
      .where('token_hash', '=', row.token_hash)
      .returning('id')
      .executeTakeFirst()
    return replaced ? lives(row, [cookie.give(next, lifeSeconds)]) : null
  }

  async function rotate(token: string): Promise<FoundSession> {
    // Tabs that refresh at once: one replaces the token, the others read it again.
    for (;;) {
      const now = clock.now()
      const row = await find(database, token, now)
      if (!row) return { outcome: 'ended' }
      const isOverlap =
        row.rotated_at !== null && Math.abs(now.getTime() - row.rotated_at.getTime()) < overlapMs
      if (isOverlap && isCurrentOrPrevious(row, token)) return lives(row)
      if (row.token_hash !== hashOf(token)) return await endReused(options, row)
      const replaced = await replace(row, token, now)
      if (replaced) return replaced
    }
  }

  return {
    async start(userId, { ip, userAgent = '' }) {
      const now = clock.now()
      const sessionId = mintId('session')
      const token = newToken(sessionId)
      await inSystem(database, async (trx) => {
        await refuseBlocked(trx, userId)
        await trx
          .insertInto('identity_session')
          .values({
            id: sessionId,
            user_id: userId,
            token_hash: hashOf(token),
            previous_token_hash: null,
            rotated_at: null,
            expires_at: expiry(now),
            ip_address: ip,
            user_agent: userAgent.slice(0, maxUserAgentCharacters),
            last_ip_address: ip,
            created_at: now,
            last_used_at: now,
            updated_at: now,
          })
          .execute()
      })
      return { userId, sessionId, setCookies: [cookie.give(token, lifeSeconds)] }
    },

    async read(from) {
      const token = cookie.read(from.cookie)
      if (token === null) return { outcome: 'none' }
      const row = await find(database, token, clock.now())
      return row && isCurrentOrPrevious(row, token) ? lives(row) : { outcome: 'ended' }
    },

    async rotate(from) {
      const token = cookie.read(from.cookie)
      if (token === null) return { outcome: 'none' }
      try {
        return await rotate(token)
      } catch (error) {
        // An unavailable database signs nobody out.
        return fail('UNAVAILABLE', { cause: error, retryAfterSeconds: 2 })
      }
    },

    forget: () => [cookie.forget()],
  }
}

/** Locks the person's row, so that no session opens while a suspension or a deletion by an administrator ends them all. */
async function refuseBlocked(trx: Transaction, userId: UserId): Promise<void> {
  const found = await sql<{ isSuspended: boolean }>`
    select suspended_at is not null as "isSuspended" from identity_user where id = ${userId} for share`.execute(
    trx,
  )
  if (found.rows[0]?.isSuspended) fail('USER_SUSPENDED')
  // After the lock, so that this statement sees what its last holder stored.
  if ((await deletionOf(trx, userId))?.isBySystem) fail('USER_DELETED')
}

const isCurrentOrPrevious = (row: Row, token: string) =>
  [row.token_hash, row.previous_token_hash].includes(hashOf(token))

async function find({ kysely }: Database, token: string, now: Date): Promise<Row | undefined> {
  const [id = ''] = token.split('.')
  return await kysely
    .selectFrom('identity_session')
    .select(['id', 'user_id', 'token_hash', 'previous_token_hash', 'rotated_at'])
    .where((where) =>
      // Tokens issued before they included their session are found by hash.
      where.or([
        where('id', '=', id as SessionId),
        where('token_hash', '=', hashOf(token)),
        where('previous_token_hash', '=', hashOf(token)),
      ]),
    )
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

async function endReused(
  { database, log, onReused }: RefreshSessionOptions,
  row: Row,
): Promise<FoundSession> {
  const { id: sessionId, user_id: userId } = row
  await database.kysely.deleteFrom('identity_session').where('id', '=', sessionId).execute()
  onReused({ userId, sessionIds: [sessionId] })
  log.warn(
    { event: 'session.token_reused', userId, sessionId },
    'A replaced refresh token was used again; ended its session',
  )
  return { outcome: 'ended' }
}
