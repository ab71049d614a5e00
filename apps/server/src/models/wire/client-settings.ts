import type { Connection } from '../providers/provider-connections.ts'

/**
 * Settings of a provider package's client. The packages would read keys from the environment themselves: each gets its own, even an
 * empty one.
 */
export const clientSettings = (
  { baseUrl, key }: Pick<Connection, 'baseUrl' | 'key'>,
  fetch: typeof globalThis.fetch,
) => ({ baseURL: baseUrl, apiKey: key?.reveal() ?? '', fetch })
