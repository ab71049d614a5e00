import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Provider, { type Configuration } from 'oidc-provider'
import { peoplePage } from './people-page.ts'

/** A user of the provider. `claims` has further claims of the tokens. */
export type PersonAtProvider = {
  subject: string
  email?: string
  emailVerified?: boolean
  givenName?: string
  familyName?: string
  claims?: Record<string, unknown>
  /** The provider lets them in nowhere, in these words. */
  refusal?: string
}

export type IdentityProviderOptions = {
  /** 0, the default, takes any free port. */
  port?: number
  /** The path of the issuer, such as `/tenant/v2.0`. */
  path?: string
  client: { id: string; secret?: string; redirectUri: string }
  people: readonly PersonAtProvider[]
  /** Whether ID tokens contain the address, as Google's do, or only the user info, as in the standard. */
  hasEmailInIdToken?: boolean
}

/** A real OpenID provider (oidc-provider) on loopback: authorization code flow with PKCE, new keys at each start. */
export type IdentityProvider = {
  issuer: string
  port: number
  /** The number of requests to each endpoint, by path below the issuer. */
  asked: Map<string, number>
  close(): Promise<void>
}

export async function startIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  const { port = 0, path = '' } = options
  let answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const bound = (server.address() as AddressInfo).port
  const issuer = `http://127.0.0.1:${bound}${path}`
  const provider = new Provider(issuer, configurationOf(options))
  const callback = provider.callback()
  const asked = new Map<string, number>()

  answer = async (request, response) => {
    const url = request.url ?? '/'
    if (!url.startsWith(path)) return void response.writeHead(404).end()
    const below = url.slice(path.length) || '/'
    const [endpoint = ''] = below.split('?')
    asked.set(endpoint, (asked.get(endpoint) ?? 0) + 1)
    if (endpoint.startsWith('/interaction/')) return await interact(provider, options, request, response)
    // As frameworks do that mount one application below a path of another.
    Object.assign(request, { originalUrl: url, url: below })
    await callback(request, response)
  }
  return {
    issuer,
    port: bound,
    asked,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Shows the page, or handles the choice made there. */
async function interact(
  provider: Provider,
  { people, path = '' }: IdentityProviderOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { uid } = await provider.interactionDetails(request, response)
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    return void response.end(peoplePage(people, `${path}/interaction/${uid}`))
  }
  const subject = new URLSearchParams(await text(request)).get('subject')
  const refusal =
    subject === null ? 'They would rather not.' : people.find((one) => one.subject === subject)?.refusal
  await provider.interactionFinished(
    request,
    response,
    subject === null || refusal !== undefined
      ? { error: 'access_denied', error_description: refusal }
      : { login: { accountId: subject, remember: false } },
  )
}

function configurationOf({
  path = '',
  client,
  people,
  hasEmailInIdToken = false,
}: IdentityProviderOptions): Configuration {
  const further = [...new Set(people.flatMap(({ claims = {} }) => Object.keys(claims)))]
  return {
    clients: [
      {
        client_id: client.id,
        redirect_uris: [client.redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        ...(client.secret
          ? { client_secret: client.secret, token_endpoint_auth_method: 'client_secret_basic' }
          : { token_endpoint_auth_method: 'none' }),
      },
    ],
    jwks: { keys: [newKey()] },
    cookies: { keys: [crypto.randomUUID()] },
    ttl: {
      AccessToken: 300,
      AuthorizationCode: 60,
      Grant: 300,
      IdToken: 300,
      Interaction: 600,
      Session: 300,
    },
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile', 'phone', 'admin'],
    claims: {
      openid: ['sub', ...further],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name'],
      phone: ['phone_number'],
    },
    conformIdTokenClaims: !hasEmailInIdToken,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `${path}/interaction/${uid}` },
    findAccount: (_context, subject) => {
      const person = people.find((one) => one.subject === subject)
      return person && { accountId: subject, claims: async () => claimsOf(person) }
    },
    // Consent was given when the client was registered: no consent page.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile phone admin')
      await grant.save()
      return grant
    },
  }
}

const claimsOf = ({ subject, email, emailVerified, givenName, familyName, claims }: PersonAtProvider) => ({
  sub: subject,
  ...(email !== undefined && { email, email_verified: emailVerified ?? true }),
  ...(givenName !== undefined && { given_name: givenName }),
  ...(familyName !== undefined && { family_name: familyName }),
  ...claims,
})

function newKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: crypto.randomUUID() }
}
