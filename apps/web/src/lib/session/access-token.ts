import { type AccessToken, limits } from '@atrium/contract'

/** The session cannot be renewed: it was ended, or there never was one. */
export class SessionOver extends Error {
  override name = 'SessionOver'
}

type AccessTokenPorts = {
  /** Asks the server for a token by the cookie; throws `SessionOver` when it refuses, anything else when it did not answer. */
  requestToken: () => Promise<AccessToken>
  /** Runs the work while no other tab of this browser does the same. */
  alone: <Result>(work: () => Promise<Result>) => Promise<Result>
  nowMs: () => number
}

const renewAheadMs = 30_000
const maxMs = limits.accessTokenSeconds * 1000

/** The lifetime of a new token. Ignores a local clock that makes it expired or too long. */
function lifeOf({ expiresAt }: AccessToken, nowMs: number): number {
  const leftMs = Date.parse(expiresAt) - nowMs
  return leftMs > 0 && leftMs <= maxMs ? leftMs : maxMs
}

/**
 * Holds the access token in memory and renews it. Concurrent callers share one renewal; tabs renew in sequence, because each
 * renewal may rotate the cookie.
 */
export function createAccessTokenKeeper({ requestToken, alone, nowMs }: AccessTokenPorts) {
  let held: AccessToken | null = null
  let goodUntilMs = 0
  let renewal: Promise<AccessToken> | null = null
  // The cookie may survive a sign-out that didn't reach the server: nothing may restore its session here.
  let isOver = false
  const listeners = new Set<(token: AccessToken) => void>()

  const hold = (token: AccessToken) => {
    held = token
    goodUntilMs = nowMs() + lifeOf(token, nowMs())
    isOver = false
    for (const listener of listeners) listener(token)
  }

  const renew = async (): Promise<AccessToken> => {
    if (isOver) throw new SessionOver('Signed out.')
    renewal ??= alone(requestToken)
      .then((token) => {
        if (isOver) throw new SessionOver('Signed out meanwhile.')
        hold(token)
        return token
      })
      .finally(() => {
        renewal = null
      })
    return await renewal
  }

  return {
    /** A valid token; renews the current one shortly before it expires. */
    async get(): Promise<string> {
      const isGood = goodUntilMs - nowMs() > renewAheadMs
      return (isGood && held ? held : await renew()).accessToken
    },
    /** After the server refused `refused`: the token that another caller has renewed, or a new one. */
    async instead(refused: string): Promise<string> {
      if (held && held.accessToken !== refused) return held.accessToken
      return (await renew()).accessToken
    },
    renew,
    hold,
    /** Deletes the token, and stops renewals until there is another one. */
    drop() {
      held = null
      isOver = true
    },
    onRenewed(listener: (token: AccessToken) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type AccessTokenKeeper = ReturnType<typeof createAccessTokenKeeper>

/** One tab at a time, where the browser has Web Locks (secure origins); elsewhere each tab for itself. */
export const oneTabAtATime = async <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks ? await navigator.locks.request('atrium.renew-access-token', work) : await work()
