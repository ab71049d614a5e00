import { SessionId, UserId, limits } from '@atrium/contract'
import { SignJWT, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/guards.ts'
import type { SigningKeys } from './signing-keys.ts'

const audience = 'atrium'
const leewaySeconds = 30

const maxRemembered = 10_000

/** Claims of an access token: `sid` the session, `terms` whether they were accepted, `exp` the expiry in seconds. */
const Claims = z.object({ sub: UserId, sid: SessionId, terms: z.boolean(), exp: z.number() })

export type AccessTokens = {
  /** Signs a token for 15 minutes. */
  issue(caller: Caller): Promise<{ accessToken: string; expiresAt: string }>
  /**
   * Returns the token's caller, or null when its form, signature, issuer, audience or time is invalid. Doesn't query the
   * database.
   */
  verify(accessToken: string): Promise<Caller | null>
}

/** Creates and verifies access tokens: JWTs signed with EdDSA over Ed25519 (RFC 7519, RFC 8037), short-lived and never stored. */
export function createAccessTokens(keys: SigningKeys, issuer: string, clock: Clock): AccessTokens {
  // Cache of verified signatures: the same token comes with every request of its 15 minutes.
  const good = new Map<string, { caller: Caller; untilMs: number }>()
  const remember = (accessToken: string, caller: Caller, expiresAtSeconds: number) => {
    if (good.size >= maxRemembered) good.clear()
    good.set(accessToken, { caller, untilMs: (expiresAtSeconds + leewaySeconds) * 1000 })
    return caller
  }
  return {
    async issue({ userId, sessionId, termsAccepted }) {
      const { id, privateKey } = await keys.current()
      const issuedAt = Math.floor(clock.now().getTime() / 1000)
      const expiresAt = issuedAt + limits.accessTokenSeconds
      const accessToken = await new SignJWT({ sid: sessionId, terms: termsAccepted })
        .setProtectedHeader({ alg: 'EdDSA', kid: id, typ: 'at+jwt' })
        .setSubject(userId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(privateKey)
      return { accessToken, expiresAt: new Date(expiresAt * 1000).toISOString() }
    },
    async verify(accessToken) {
      const known = good.get(accessToken)
      if (known && clock.now().getTime() < known.untilMs) return known.caller
      const keyId = keyIdOf(accessToken)
      const key = keyId && (await keys.find(keyId))
      if (!key) return null
      try {
        const { payload } = await jwtVerify(accessToken, key, {
          algorithms: ['EdDSA'],
          typ: 'at+jwt',
          issuer,
          audience,
          clockTolerance: leewaySeconds,
          currentDate: clock.now(),
          requiredClaims: ['sub', 'sid', 'exp', 'iat'],
        })
        const claims = Claims.safeParse(payload)
        if (!claims.success) return null
        const { sub: userId, sid: sessionId, terms: termsAccepted, exp } = claims.data
        return remember(accessToken, { userId, sessionId, termsAccepted }, exp)
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}

function keyIdOf(token: string): string | null {
  try {
    return decodeProtectedHeader(token).kid ?? null
  } catch {
    // The text is not a token.
    return null
  }
}
