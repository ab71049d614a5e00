import { deriveKey } from '../platform/seal.ts'
import type { Secret } from '../platform/secret.ts'

/** The keys of identity, all derived from the one configured secret: none is ever stored, none serves two ends. */
export type IdentityKeys = {
  /** Signs the refresh cookie (HMAC, as text). */
  refreshCookie: string
  /** Under which codes are hashed, so that a stolen table cannot be searched for six digits. */
  codes: Buffer
  /** Seals the private signing keys. */
  sealing: Buffer
  /** Seals the secrets of authenticators. */
  secondFactors: Buffer
}

/** Derives the keys by HKDF-SHA-256 (RFC 5869). Throws when there is no secret: there is no fallback value. */
export function deriveKeys(secret: Secret | undefined): IdentityKeys {
  if (!secret || secret.reveal().length < 32)
    throw new Error('Identity needs the secret ATRIUM_SECRET of at least 32 characters.')
  const derive = (purpose: string) => deriveKey(secret, purpose)
  return {
    refreshCookie: derive('identity: refresh cookie').toString('base64url'),
    codes: derive('identity: codes'),
    sealing: derive('identity: sealing of signing keys'),
    secondFactors: derive('identity: sealing of second factors'),
  }
}
