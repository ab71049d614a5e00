import { createHash } from 'node:crypto'
import type { AccountId, ToolServerId } from '@atrium/contract'
import { deriveKey, seal, unseal } from '../../platform/config/seal.ts'
import type { Secret } from '../../platform/config/secret.ts'
import type { Endpoints } from './discover-sign-in.ts'

/** Atrium's registration at an authorization server. */
export type Client = {
  id: string
  secret: string | null
  /** How it authenticates, as registered; null leaves it to what the server supports. */
  method: string | null
  /** When its secret expires, in seconds since 1970; null for never. */
  expiresAt: number | null
}
/** The endpoints and the client with which tokens are requested. */
export type SealedClient = { client: Client; endpoints: Endpoints; resource: string | null }
export type Tokens = { accessToken: string; refreshToken: string | null }
/** A sign-in that waits for the person's return. */
export type SealedRequest = SealedClient & {
  scopes: readonly string[]
  codeVerifier: string
  redirectUri: string
  /** The server's address at the start: its tokens are sent nowhere else. */
  url: string
}

type ServerKey = { accountId: AccountId; id: ToolServerId }

/** Encrypts a kind of value for the row of a server, so that a copied value decrypts nowhere else. */
export interface Seal<Value> {
  seal(server: ServerKey, value: Value): string
  /** Null when it was encrypted under another installation's secret. */
  open(server: ServerKey, sealed: string): Value | null
}

export interface SignInSeals {
  client: Seal<SealedClient>
  tokens: Seal<Tokens>
  request: Seal<SealedRequest>
}

export function signInSeals(secret: Secret): SignInSeals {
  const key = deriveKey(secret, 'tool-servers: sealing of sign-ins')
  const sealFor = <Value>(kind: string): Seal<Value> => {
    const context = ({ accountId, id }: ServerKey) => `${kind}:${accountId}:${id}`
    return {
      seal: (server, value) => seal(JSON.stringify(value), key, context(server)),
      open(server, sealed) {
        const text = unseal(sealed, key, context(server))
        return text === null ? null : (JSON.parse(text) as Value)
      },
    }
  }
  return { client: sealFor('client'), tokens: sealFor('tokens'), request: sealFor('request') }
}

/** The stored hash of a state: reading the table does not let anybody complete a sign-in. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/**
 * The part of the redirect address that belongs to one issuer: a code that another authorization server obtained for us arrives at that
 * one's address, and is not sent to this one (RFC 9700, 4.4.2).
 */
export const issuerKeyOf = (issuer: string): string => hashOf(issuer).slice(0, 22)
