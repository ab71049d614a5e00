import { createECDH, hkdfSync } from 'node:crypto'
import { deriveKey } from '../../platform/config/seal.ts'
import type { Secret } from '../../platform/config/secret.ts'

/** The keys by which push services recognize this installation (RFC 8292), in base64url. */
export type VapidKeys = { publicKey: string; privateKey: string }

/** Derives the keys from the installation's secret: every process has the same, and none is stored. */
export function vapidKeys(secret: Secret): VapidKeys {
  const seed = deriveKey(secret, 'push: VAPID key')
  const curve = createECDH('prime256v1')
  for (let attempt = 0; ; attempt++) {
    const privateKey = Buffer.from(hkdfSync('sha256', seed, 'atrium', `attempt ${attempt}`, 32))
    try {
      curve.setPrivateKey(privateKey)
    } catch {
      // One number in four billion is not a key of this curve.
      continue
    }
    return {
      publicKey: curve.getPublicKey().toString('base64url'),
      privateKey: privateKey.toString('base64url'),
    }
  }
}
