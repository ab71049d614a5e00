import { createHmac, timingSafeEqual } from 'node:crypto'
import { UserId } from '@atrium/contract'
import { deriveKey } from '../config/seal.ts'
import type { Secret } from '../config/secret.ts'

/** Signed links that change whether a person gets notification mail. Whoever has one reads their mailbox; it never expires. */
export type UnsubscribeLinks = {
  /** The address of the page, and of the request by which a mail program unsubscribes (RFC 8058). */
  urlFor(userId: UserId): string
  /** The person of a link's token; null when it is not ours. */
  userOf(token: string): UserId | null
}

export function createUnsubscribeLinks({
  secret,
  siteUrl,
}: {
  secret: Secret
  siteUrl: string
}): UnsubscribeLinks {
  const key = deriveKey(secret, 'mail: unsubscribe links')
  const signatureOf = (userId: string) => createHmac('sha256', key).update(userId).digest()
  return {
    urlFor: (userId) => `${siteUrl}/unsubscribe?token=${userId}.${signatureOf(userId).toString('base64url')}`,
    userOf(token) {
      const [userId = '', signature = ''] = token.split('.')
      const expected = signatureOf(userId)
      const given = Buffer.from(signature, 'base64url')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      const parsed = UserId.safeParse(userId)
      return parsed.success ? parsed.data : null
    },
  }
}
