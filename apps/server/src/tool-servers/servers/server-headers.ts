import type { AccountId, ToolServerId } from '@atrium/contract'
import { deriveKey, seal, unseal } from '../../platform/config/seal.ts'
import { Secret } from '../../platform/config/secret.ts'

export type GivenHeader = { name: string; value: string }
export type SecretHeader = { name: string; value: Secret }

type SealedHeaders = {
  headers_sealed: string | null
  header_names: string[]
  headers_set_at: Date | null
}
type ServerKey = { accountId: AccountId; id: ToolServerId }

/** Encrypts the headers of tool servers for their own row, so that a copied value decrypts nowhere else. */
export interface ServerHeaders {
  seal(server: ServerKey, headers: readonly GivenHeader[] | null | undefined, now: Date): SealedHeaders
  /** Null when they were encrypted under another installation's secret. */
  open(server: ServerKey, sealed: string | null): SecretHeader[] | null
}

export const secretHeaders = (headers: readonly GivenHeader[]): SecretHeader[] =>
  headers.map(({ name, value }) => ({ name, value: new Secret(value) }))

export function serverHeaders(secret: Secret): ServerHeaders {
  const key = deriveKey(secret, 'tool-servers: sealing of headers')
  const context = ({ accountId, id }: ServerKey) => `${accountId}:${id}`
  return {
    seal: (server, headers, now) =>
      headers && headers.length > 0
        ? {
            headers_sealed: seal(JSON.stringify(headers), key, context(server)),
            header_names: headers.map(({ name }) => name),
            headers_set_at: now,
          }
        : { headers_sealed: null, header_names: [], headers_set_at: null },
    open(server, sealed) {
      if (sealed === null) return []
      const text = unseal(sealed, key, context(server))
      return text === null ? null : secretHeaders(JSON.parse(text) as GivenHeader[])
    },
  }
}
