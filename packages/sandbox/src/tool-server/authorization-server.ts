import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AccessDeniedError, InvalidGrantError } from '@modelcontextprotocol/sdk/server/auth/errors.js'
import { authorizationHandler } from '@modelcontextprotocol/sdk/server/auth/handlers/authorize.js'
import { metadataHandler } from '@modelcontextprotocol/sdk/server/auth/handlers/metadata.js'
import { clientRegistrationHandler } from '@modelcontextprotocol/sdk/server/auth/handlers/register.js'
import { revocationHandler } from '@modelcontextprotocol/sdk/server/auth/handlers/revoke.js'
import { tokenHandler } from '@modelcontextprotocol/sdk/server/auth/handlers/token.js'
import type { OAuthServerProvider } from '@modelcontextprotocol/sdk/server/auth/provider.js'
import { createOAuthMetadata } from '@modelcontextprotocol/sdk/server/auth/router.js'
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js'
import type { OAuthClientInformationFull, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { consentPage } from './consent-page.ts'

type Grant = { clientId: string; scopes: string[]; family: string }
type Code = Grant & { challenge: string; redirectUri: string }
type Asked = { url: URL; scopes: string[]; clientId: string; challenge: string; redirectUri: string }

/** How the authorization server behaves. */
export type SignInSettings = {
  /** Lifetime of access tokens, in seconds. */
  accessSeconds: number
  /** Whether it offers dynamic client registration. */
  registersClients: boolean
  /** Whether it names its issuer in redirects. */
  namesItself: boolean
}

/** An authorization server for one resource: the handlers of the protocol's own implementation, with what it knows in memory. */
export interface AuthorizationServer {
  /** Handles a request to one of its paths; false for all others. */
  handle(request: IncomingMessage, reply: ServerResponse): boolean
  /** Whether this is a valid access token. */
  accepts(token: string): boolean
  /** Adds a client that was made by hand. */
  addClient(client: { id: string; secret: string; redirectUri: string }): void
  /** Ends every access token, as if its time were over. */
  endAccess(): void
  /** Ends everything that was granted. */
  revokeAll(): void
  /** The number of tokens that could still be used. */
  live(): { access: number; refresh: number }
}

/** The scopes of the resource. */
export const serviceDeskScopes = ['tickets:read', 'tickets:write']

const paths =
  /^\/(authorize|token|register|revoke|decide|\.well-known\/(oauth-protected-resource\/mcp\/signed-in|oauth-authorization-server))(\?|$)/

export function createAuthorizationServer(
  resource: string,
  settings: () => SignInSettings,
): AuthorizationServer {
  const issuer = new URL('/', resource)
  const clients = new Map<string, OAuthClientInformationFull>()
  const asked = new Map<string, Asked>()
  const codes = new Map<string, Code>()
  const access = new Map<string, Grant & { untilMs: number }>()
  const refreshTokens = new Map<string, Grant>()
  /** Refresh tokens that were used: whoever brings one again has stolen it, or it was stolen from them. */
  const used = new Map<string, Grant>()
  const random = () => randomBytes(24).toString('base64url')

  function issue({ clientId, scopes, family }: Grant): OAuthTokens {
    const grant = { clientId, scopes, family }
    const [token, refreshToken] = [random(), random()]
    access.set(token, { ...grant, untilMs: Date.now() + settings().accessSeconds * 1_000 })
    refreshTokens.set(refreshToken, grant)
    return {
      access_token: token,
      token_type: 'bearer',
      expires_in: settings().accessSeconds,
      refresh_token: refreshToken,
      scope: scopes.join(' '),
    }
  }
  function endFamily(ended: string) {
    for (const tokens of [access, refreshTokens])
      for (const [token, { family }] of tokens) if (family === ended) tokens.delete(token)
  }

  const provider: OAuthServerProvider = {
    clientsStore: {
      getClient: (id) => clients.get(id),
      registerClient(client) {
        const registered = {
          ...client,
          client_id: random(),
          client_id_issued_at: Math.floor(Date.now() / 1_000),
        }
        clients.set(registered.client_id, registered)
        return registered
      },
    },
    authorize: async ({ client_id: clientId }, { redirectUri, state, scopes = [], codeChallenge }, reply) => {
      const id = random()
      const url = new URL(redirectUri)
      if (state !== undefined) url.searchParams.set('state', state)
      if (settings().namesItself) url.searchParams.set('iss', issuer.href)
      asked.set(id, { url, scopes, clientId, challenge: codeChallenge, redirectUri })
      reply.type('html').send(consentPage(clients.get(clientId)?.client_name ?? clientId, scopes, id))
    },
    challengeForAuthorizationCode: async (_client, code) => {
      const known = codes.get(code)
      if (!known) throw new InvalidGrantError('The code is unknown.')
      return known.challenge
    },
    exchangeAuthorizationCode: async ({ client_id: clientId }, code, _verifier, redirectUri) => {
      const known = codes.get(code)
      codes.delete(code)
      if (known?.clientId !== clientId || known.redirectUri !== redirectUri)
        throw new InvalidGrantError('The code is of another client.')
      return issue(known)
    },
    exchangeRefreshToken: async ({ client_id: clientId }, token) => {
      const stolen = used.get(token)
      if (stolen) endFamily(stolen.family)
      const grant = refreshTokens.get(token)
      if (grant?.clientId !== clientId) throw new InvalidGrantError('The refresh token is unknown.')
      refreshTokens.delete(token)
      used.set(token, grant)
      return issue(grant)
    },
    verifyAccessToken: async () => {
      throw new AccessDeniedError('Not used.')
    },
    revokeToken: async (_client, { token }) => {
      const grant = refreshTokens.get(token) ?? access.get(token)
      if (grant) endFamily(grant.family)
    },
  }

  const app = createMcpExpressApp()
  const withoutLimit = { provider, rateLimit: false as const }
  app.use('/authorize', authorizationHandler(withoutLimit))
  app.use('/token', tokenHandler(withoutLimit))
  app.use('/revoke', revocationHandler(withoutLimit))
  app.use('/register', (request, reply, next) =>
    settings().registersClients
      ? clientRegistrationHandler({
          clientsStore: provider.clientsStore,
          rateLimit: false,
          clientIdGeneration: false,
        })(request, reply, next)
      : reply.status(404).end(),
  )
  app.post('/decide', (request, reply) => {
    const decision = new URL(request.url, issuer).searchParams
    const waiting = asked.get(decision.get('id') ?? '')
    if (!waiting) return reply.status(404).end()
    asked.delete(decision.get('id') ?? '')
    const { url, ...grant } = waiting
    if (decision.has('refused')) {
      url.searchParams.set('error', 'access_denied')
      url.searchParams.set('error_description', 'The person would rather not.')
    } else {
      const code = random()
      codes.set(code, { ...grant, family: random() })
      url.searchParams.set('code', code)
    }
    return reply.redirect(303, url.href)
  })
  app.use('/.well-known/oauth-authorization-server', (request, reply, next) => {
    const { registersClients, namesItself } = settings()
    const { registration_endpoint: registration, ...metadata } = createOAuthMetadata({
      provider,
      issuerUrl: issuer,
    })
    const described = {
      ...metadata,
      ...(registersClients && registration !== undefined && { registration_endpoint: registration }),
      authorization_response_iss_parameter_supported: namesItself,
    }
    return metadataHandler(described)(request, reply, next)
  })
  app.use(
    `/.well-known/oauth-protected-resource${new URL(resource).pathname}`,
    metadataHandler({
      resource,
      authorization_servers: [issuer.href],
      scopes_supported: serviceDeskScopes,
      resource_name: 'Sandbox service desk',
    }),
  )

  return {
    handle(request, reply) {
      if (!paths.test(request.url ?? '')) return false
      app(request, reply)
      return true
    },
    accepts: (token) => (access.get(token)?.untilMs ?? 0) > Date.now(),
    addClient: ({ id, secret, redirectUri }) =>
      void clients.set(id, {
        client_id: id,
        client_secret: secret,
        redirect_uris: [redirectUri],
        client_name: 'Atrium',
      }),
    endAccess: () => access.clear(),
    revokeAll() {
      access.clear()
      refreshTokens.clear()
    },
    live: () => ({ access: access.size, refresh: refreshTokens.size }),
  }
}
