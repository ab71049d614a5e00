import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Codes of authenticator apps by RFC 6238: HMAC-SHA-1, six digits, steps of 30 seconds from the Unix epoch. */
const stepSeconds = 30
const digits = 6
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The time step at a moment. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds)

/** A new shared secret of 160 bits, as RFC 4226 advises. */
export const newSecret = (): Buffer => randomBytes(20)

/** The code of a step (HOTP, RFC 4226). */
export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = hash.readUInt8(hash.length - 1) & 0x0f
  const number = (hash.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/**
 * Returns the step of this code: the current, previous or next one, since clocks differ; null for none. Always compares all
 * three.
 */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | null {
  const given = Buffer.from(code.padEnd(digits).slice(0, 40))
  let found: number | null = null
  for (const step of [stepAt(now) - 1, stepAt(now), stepAt(now) + 1]) {
    const right = Buffer.from(codeOf(secret, step))
    if (given.length === right.length && timingSafeEqual(given, right)) found = step
  }
  return found
}

/** Base32 (RFC 4648) without padding, as authenticator apps take a secret. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += alphabet[(held >>> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text
}

/** The content of the QR code for an authenticator app (the `otpauth` form that all of them read). */
export const otpAddress = (secret: Uint8Array, { issuer, person }: { issuer: string; person: string }) =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(person)}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
