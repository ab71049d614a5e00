import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { AccountId, FileId, limits, UserId } from '@atrium/contract'
import type { Clock } from '../platform/clock.ts'
import type { Secret } from '../platform/config/secret.ts'

/** A file, and the person it is opened for. */
export type FileLink = { accountId: AccountId; userId: UserId; fileId: FileId }

export type FileLinks = {
  /** A token for a URL, valid for five minutes. It is a credential: whoever opens the link acts as that person. */
  sign(link: FileLink): { token: string; expiresAt: Date }
  /** Returns the signed link; null when the signature is invalid or expired. The caller then checks permission. */
  verify(token: string): FileLink | null
}

/** Signs links to stored files with a separate key, derived from the one configured secret by HKDF-SHA-256 (RFC 5869). */
export function createFileLinks({ secret, clock }: { secret: Secret; clock: Clock }): FileLinks {
  const key = Buffer.from(hkdfSync('sha256', secret.reveal(), 'atrium', 'links to files', 32))
  const signatureOf = (signed: string) => createHmac('sha256', key).update(signed).digest()
  return {
    sign({ accountId, userId, fileId }) {
      const expiresAt = new Date(clock.now().getTime() + limits.fileLinkSeconds * 1000)
      const signed = [fileId, accountId, userId, expiresAt.getTime()].join('.')
      return { token: `${signed}.${signatureOf(signed).toString('base64url')}`, expiresAt }
    },
    verify(token) {
      const parts = token.split('.')
      const given = Buffer.from(parts.pop() ?? '', 'base64url')
      const expected = signatureOf(parts.join('.'))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      const [fileId, accountId, userId, expiresAtMs] = parts
      if (Number(expiresAtMs) <= clock.now().getTime()) return null
      return {
        fileId: FileId.parse(fileId),
        accountId: AccountId.parse(accountId),
        userId: UserId.parse(userId),
      }
    },
  }
}
