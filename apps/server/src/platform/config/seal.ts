import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secret } from './secret.ts'

/** Derives a key for one purpose from the one configured secret by HKDF-SHA-256 (RFC 5869); never stored. */
export const deriveKey = (secret: Secret, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret.reveal(), 'atrium', purpose, 32))

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Encrypts and authenticates a text: nonce, tag and ciphertext in base64url. `context` must be the same to open it. */
export function seal(text: string, key: Buffer, context: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(
    Buffer.from(context),
  )
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** The text that was sealed, or null when it was sealed under another key or context, or was tampered with. */
export function unseal(sealed: string, key: Buffer, context: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < nonceBytes + tagBytes) return null
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString(
      'utf8',
    )
  } catch {
    // GCM only says that the tag doesn't match; that is a result, not an error.
    return null
  }
}
