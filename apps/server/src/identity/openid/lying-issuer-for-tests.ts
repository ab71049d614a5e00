import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'

type Reply = { status?: number; body: unknown }

/** A provider that replies as a test scripts it, with the lie under test. */
export type LyingIssuer = {
  issuer: string
  privateKey: CryptoKey
  /** Its public key as published in its key set. */
  publicJwk: JWK
  /** The keys that its key set publishes; tests change them. */
  keys: JWK[]
  /** Whether its key set is unavailable. */
  hidesKeys: boolean
  /** Overrides of its discovery document. */
  metadata: Record<string, unknown>
  /** Answers the token endpoint; the form is the client's. */
  answerTokens: (form: URLSearchParams, headers: Record<string, unknown>) => Promise<Reply>
  answerUserInfo: () => Reply
  /** How often its key set was fetched. */
  keyFetches: () => number
  tokenRequests: { form: URLSearchParams; authorization: string | undefined }[]
  /** A correct token except for the given claims. */
  sign(claims: JWTPayload, header?: Record<string, unknown>, key?: CryptoKey | Uint8Array): Promise<string>
  close(): Promise<void>
}

export async function startLyingIssuer({
  clientId,
  now,
}: {
  clientId: string
  now: () => Date
}): Promise<LyingIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const publicJwk: JWK = { ...(await exportJWK(publicKey)), kid: 'first', alg: 'RS256', use: 'sig' }
  let keyFetches = 0
  const server = createServer((request, response) => {
    const send = ({ status = 200, body }: Reply) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return send({ body: { ...truth(lying.issuer), ...lying.metadata } })
      case '/keys':
        keyFetches++
        return send(lying.hidesKeys ? { status: 503, body: {} } : { body: { keys: lying.keys } })
      case '/userinfo':
        return send(lying.answerUserInfo())
      default:
        void text(request)
          .then((body) => {
            const form = new URLSearchParams(body)
            lying.tokenRequests.push({ form, authorization: request.headers.authorization })
            return lying.answerTokens(form, request.headers)
          })
          .then(send)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const lying: LyingIssuer = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    privateKey,
    publicJwk,
    keys: [publicJwk],
    hidesKeys: false,
    metadata: {},
    answerTokens: async () => ({ status: 400, body: { error: 'invalid_grant' } }),
    answerUserInfo: () => ({ status: 404, body: {} }),
    keyFetches: () => keyFetches,
    tokenRequests: [],
    sign(claims, header = {}, key = privateKey) {
      const seconds = Math.floor(now().getTime() / 1000)
      const sound = { iss: lying.issuer, aud: clientId, iat: seconds, exp: seconds + 300 }
      return new SignJWT({ ...sound, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'first', ...header })
        .sign(key)
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  return lying
}

const truth = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  userinfo_endpoint: `${issuer}/userinfo`,
  token_endpoint_auth_methods_supported: ['client_secret_basic'],
  code_challenge_methods_supported: ['S256'],
})
