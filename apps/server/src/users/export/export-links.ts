import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { ExportId, limits } from '@atrium/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Secret } from '../../platform/config/secret.ts'

/** Links to data exports: valid for five minutes, each for one export. */
export type ExportLinks = {
  sign(exportId: ExportId): { token: string; expiresAt: Date }
  /** Returns the link's export; null when the signature is invalid or expired. */
  verify(token: string): ExportId | null
}

/** Signs with a separate key, derived from the one configured secret by HKDF-SHA-256 (RFC 5869). */
export function createExportLinks({ secret, clock }: { secret: Secret; clock: Clock }): ExportLinks {
  const key = Buffer.from(hkdfSync('sha256', secret.reveal(), 'atrium', 'links to exports', 32))
  const signatureOf = (signed: string) => createHmac('sha256', key).update(signed).digest()
  return {
    sign(exportId) {
      const expiresAt = new Date(clock.now().getTime() + limits.exportLinkSeconds * 1000)
      const signed = `${exportId}.${expiresAt.getTime()}`
      return { token: `${signed}.${signatureOf(signed).toString('base64url')}`, expiresAt }
    },
    verify(token) {
      const [exportId = '', expiresAtMs = '', signature = ''] = token.split('.')
      const given = Buffer.from(signature, 'base64url')
      const expected = signatureOf(`${exportId}.${expiresAtMs}`)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      return Number(expiresAtMs) > clock.now().getTime() ? ExportId.parse(exportId) : null
    },
  }
}
