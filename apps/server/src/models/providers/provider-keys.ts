import type { ProviderId } from '@atrium/contract'
import { deriveKey, seal, unseal } from '../../platform/config/seal.ts'
import { Secret } from '../../platform/config/secret.ts'
import type { StoredProvider } from './stored-provider.ts'

type SealedKey = Pick<StoredProvider, 'keySealed' | 'keyEndsWith' | 'keySetAt'>

/** Encrypts keys of providers for their own row, so that a copied value decrypts nowhere else. */
export interface ProviderKeys {
  seal(id: ProviderId, key: string, now: Date): SealedKey
  /** Undefined when there is none, null when it was encrypted under another installation's secret. */
  open(provider: Pick<StoredProvider, 'id' | 'keySealed'>): Secret | null | undefined
}

export const noKey: SealedKey = { keySealed: null, keyEndsWith: null, keySetAt: null }

/** The end of a shorter key would reveal too much. */
const longEnoughToShowItsEnd = 20

export function providerKeys(secret: Secret): ProviderKeys {
  const sealingKey = deriveKey(secret, 'models: sealing of keys of providers')
  return {
    seal: (id, key, now) => ({
      keySealed: seal(key, sealingKey, id),
      keyEndsWith: key.length >= longEnoughToShowItsEnd ? key.slice(-4) : null,
      keySetAt: now,
    }),
    open({ id, keySealed }) {
      if (keySealed === null) return undefined
      const key = unseal(keySealed, sealingKey, id)
      return key === null ? null : new Secret(key)
    },
  }
}
