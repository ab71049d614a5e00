import type { OfferedModel, ProviderKind } from '@atrium/contract'
import type { Secret } from '../../platform/config/secret.ts'
import type { ModelRow, Protocol } from '../catalogue/models-file.ts'
import type { Connection } from './provider-connections.ts'
import type { StoredProvider } from './stored-provider.ts'

/** The protocol of each kind. */
export const protocolOf: Record<ProviderKind, Protocol> = {
  openai: 'openai-responses',
  anthropic: 'anthropic',
  google: 'google',
  azure: 'azure-responses',
  mistral: 'mistral',
  'openai-compatible': 'openai-compatible',
  ollama: 'openai-compatible',
}

type ProviderToReach = Pick<StoredProvider, 'kind' | 'baseUrl'> &
  Partial<Pick<StoredProvider, 'id' | 'displayName' | 'stallSeconds'>>

/** A provider's connection; one that is only tested has no name yet. */
export function connectionOf(provider: ProviderToReach, key: Secret | undefined): Connection {
  const { kind, id = 'untold', displayName = '', stallSeconds = 60 } = provider
  const baseUrl = provider.baseUrl.replace(/\/+$/, '')
  return {
    row: {
      name: id,
      displayName,
      protocol: protocolOf[kind],
      keyOptional: true,
      baseUrl: [provider.baseUrl],
      stallSeconds,
      sandbox: false,
    },
    // An Ollama is configured by its base address; it has OpenAI's protocol below /v1.
    baseUrl: kind === 'ollama' && !baseUrl.endsWith('/v1') ? `${baseUrl}/v1` : baseUrl,
    key,
  }
}

/** An offered model as a row of the file. */
export const rowOf = (model: OfferedModel, providerId: string): ModelRow => ({
  ...model,
  pictures: null,
  provider: providerId,
  effort: {},
  goodAt: [],
  fallbacks: [],
})
