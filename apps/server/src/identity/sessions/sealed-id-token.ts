import { deriveKey, seal, unseal } from '../../platform/config/seal.ts'
import { Secret } from '../../platform/config/secret.ts'

/* The ID token of an OpenID provider accompanies the session. While a code or a second factor is pending, the database stores it
   encrypted under a key derived from the browser's secret: reading the tables does not reveal it. */

const context = 'id token of a sign-in'
const keyOf = (heldByBrowser: string) => deriveKey(new Secret(heldByBrowser), context)

/** The ID token as stored; null for sign-ins without one. */
export const sealIdToken = (idToken: string | undefined, heldByBrowser: string): string | null =>
  idToken === undefined ? null : seal(idToken, keyOf(heldByBrowser), context)

/** Decrypts the ID token with this browser's secret; undefined when there is none. */
export const unsealIdToken = (sealed: string | null | undefined, heldByBrowser: string): string | undefined =>
  (sealed && unseal(sealed, keyOf(heldByBrowser), context)) || undefined
