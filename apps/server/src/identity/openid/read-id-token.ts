import { timingSafeEqual } from 'node:crypto'
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { ProvenClaims } from './claims.ts'
import type { OpenIdProvider } from './providers.ts'

/** Signatures by a key pair alone: with `none` or a shared secret anybody could be anybody. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const leewaySeconds = 60
/** It was made for the code that was just redeemed; the provider's clock may be off, but not by more. */
const oldestSeconds = 10 * 60

/** The token is not good; `message` says why, for the log. */
export class IdTokenRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'IdTokenRefused'
  }
}

type Expected = { provider: OpenIdProvider; nonce: string; keys: JWTVerifyGetKey; now: Date }

/**
 * What an ID token says, once everything about it was checked (OpenID Connect Core 1.0, 3.1.3.7): who signed it and how, that
 * it is from this provider, for this client, of now, and for the sign-in that was begun with this nonce. `IdTokenRefused`.
 */
export async function readIdToken(
  idToken: string,
  { provider, nonce, keys, now }: Expected,
): Promise<ProvenClaims> {
  const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
    algorithms,
    issuer: provider.issuer,
    audience: provider.clientId,
    clockTolerance: leewaySeconds,
    maxTokenAge: oldestSeconds,
    currentDate: now,
    requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
  }).catch(asRefusal)
  // Access tokens and the like are signed by the same keys, and say what they are.
  if (protectedHeader.typ !== undefined && protectedHeader.typ.toUpperCase() !== 'JWT')
    throw new IdTokenRefused(`it is of type ${protectedHeader.typ}`)
  if (!isFor(provider.clientId, payload)) throw new IdTokenRefused('it was made for another client')
  if (!isSame(payload['nonce'], nonce)) throw new IdTokenRefused('its nonce is that of another sign-in')
  const claims = ProvenClaims.safeParse(payload)
  if (!claims.success) throw new IdTokenRefused('it names nobody', claims.error)
  if (!provider.isAcceptable(claims.data)) throw new IdTokenRefused('it is of another tenant')
  return claims.data
}

/** One token may have several audiences; then it says for whom of them it was made. */
const isFor = (clientId: string, { aud, azp }: JWTPayload) =>
  azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === clientId

function isSame(given: unknown, expected: string): boolean {
  if (typeof given !== 'string' || Buffer.byteLength(given) !== Buffer.byteLength(expected)) return false
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}

/** What jose finds is wrong with the token; that the keys cannot be had is not the token's fault. */
function asRefusal(error: unknown): never {
  if (error instanceof errors.JOSEError) throw new IdTokenRefused(error.message, error)
  throw error
}
