import { deriveKey } from '../platform/config/seal.ts'
import type { Secret } from '../platform/config/secret.ts'

/** The keys of identity, all derived from the one configured secret: none is stored, each has one purpose. */
export type IdentityKeys = {
  /** Signs the refresh cookie (HMAC, as text). */
  refreshCookie: string
  /** Key of the hashes of codes, so that a stolen table can't be searched for six digits. */
  codes: Buffer
  /** Encrypts the private signing keys. */
  sealing: Buffer
  /** Encrypts the secrets of authenticators. */
  secondFactors: Buffer
  /** Computes the token of the setup link. */
  setupLink: Buffer
}

/** Derives the keys by HKDF-SHA-256 (RFC 5869). Throws without a secret: there is no default. */
export function deriveKeys(secret: Secret | undefined): IdentityKeys {
  if (!secret || secret.reveal().length < 32)
    throw new Error('Identity needs the secret ATRIUM_SECRET of at least 32 characters.')
  const derive = (purpose: string) => deriveKey(secret, purpose)
  return {
    refreshCookie: derive('identity: refresh cookie').toString('base64url'),
    codes: derive('identity: codes'),
    sealing: derive('identity: sealing of signing keys'),
    secondFactors: derive('identity: sealing of second factors'),
    setupLink: derive('identity: setup link'),
  }
}
