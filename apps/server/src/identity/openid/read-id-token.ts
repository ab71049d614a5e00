import { timingSafeEqual } from 'node:crypto'
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { ProvenClaims } from './claims.ts'
import type { OpenIdProvider } from './providers.ts'

/** Only asymmetric signatures: with `none` or a shared secret anybody could be anybody. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const leewaySeconds = 60
/** The token was made for the code that was just redeemed; only the provider's clock may be off. */
const oldestSeconds = 10 * 60

/**
 * The token is invalid; `message` has the reason, for the log. `subject` is the person at the provider when the provider did sign
 * the token, for the audit log; null when the signer is unknown.
 */
export class IdTokenRefused extends Error {
  readonly subject: string | null

  constructor(message: string, { cause, subject = null }: { cause?: unknown; subject?: unknown } = {}) {
    super(message, { cause })
    this.name = 'IdTokenRefused'
    this.subject = typeof subject === 'string' ? subject : null
  }
}

type Expected = { provider: OpenIdProvider; nonce: string; keys: JWTVerifyGetKey; now: Date }

/**
 * Verifies an ID token and returns its claims (OpenID Connect Core 1.0, 3.1.3.7): signature and algorithm, issuer, audience,
 * time, and the nonce of the sign-in. Throws `IdTokenRefused`.
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
  const subject = payload.sub
  // The same keys sign access tokens and others, whose type says so.
  if (protectedHeader.typ !== undefined && protectedHeader.typ.toUpperCase() !== 'JWT')
    throw new IdTokenRefused(`it is of type ${protectedHeader.typ}`, { subject })
  if (!isFor(provider.clientId, payload))
    throw new IdTokenRefused('it was made for another client', { subject })
  if (!isSame(payload['nonce'], nonce))
    throw new IdTokenRefused('its nonce is that of another sign-in', { subject })
  const claims = ProvenClaims.safeParse(payload)
  if (!claims.success) throw new IdTokenRefused('it names nobody', { cause: claims.error })
  if (!provider.isAcceptable(claims.data)) throw new IdTokenRefused('it is of another tenant', { subject })
  return claims.data
}

/** A token may have several audiences; `azp` then says for which it was made. */
const isFor = (clientId: string, { aud, azp }: JWTPayload) =>
  azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === clientId

function isSame(given: unknown, expected: string): boolean {
  if (typeof given !== 'string' || Buffer.byteLength(given) !== Buffer.byteLength(expected)) return false
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}

/** Converts jose's errors about the token; unavailable keys are not the token's fault. */
function asRefusal(error: unknown): never {
  // Claims are checked after the signature: the provider did sign the token.
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired)
    throw new IdTokenRefused(error.message, { cause: error, subject: error.payload.sub })
  if (error instanceof errors.JOSEError) throw new IdTokenRefused(error.message, { cause: error })
  throw error
}
