import { maxSignInScopes, signInIssuerCharacters, signInScopeCharacters } from '@atrium/contract'
import { discoverAuthorizationServerMetadata } from '@modelcontextprotocol/sdk/client/auth.js'
import { OAuthProtectedResourceMetadataSchema } from '@modelcontextprotocol/sdk/shared/auth.js'
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js'
import { checkResourceAllowed } from '@modelcontextprotocol/sdk/shared/auth-utils.js'
import { isIP } from 'node:net'
import { z } from 'zod'
import { isGlobalAddress } from '../../platform/egress/index.ts'
import type { Challenge } from '../client/tool-server-failure.ts'
import { SignInFailure } from './sign-in-failure.ts'
import { signInFetch, type SignInTarget } from './sign-in-fetch.ts'

const maxUrlCharacters = 2_000

/** The endpoints of an authorization server that are used, named as in RFC 8414. */
export type Endpoints = {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  registration_endpoint?: string | undefined
  revocation_endpoint?: string | undefined
  response_types_supported: string[]
  code_challenge_methods_supported: string[]
  token_endpoint_auth_methods_supported?: string[] | undefined
  /** It names its issuer in redirects (RFC 9207): one without is not its own. */
  authorization_response_iss_parameter_supported?: boolean | undefined
}

/** The sign-in that a server asks for. */
export type DiscoveredSignIn = {
  endpoints: Endpoints
  /** The resource that tokens are for (RFC 8707); null when the server does not describe itself. */
  resource: string | null
  scopes: string[]
}

/**
 * Reads how people sign in to a tool server: its description (RFC 9728), which names the authorization server, and the description of
 * that one (RFC 8414 or OpenID Connect Discovery). Null when there is neither. Throws `SignInFailure`.
 */
export async function discoverSignIn(
  target: SignInTarget,
  challenge: Challenge | null,
): Promise<DiscoveredSignIn | null> {
  const fetch = signInFetch(target)
  const isSecure = secureFor(target.url)
  const described = await describedResource(fetch, target.url, challenge, isSecure)
  if (
    described &&
    !checkResourceAllowed({ requestedResource: target.url, configuredResource: described.resource })
  )
    throw unusable('The description is of another server.')
  const issuer = described?.authorization_servers?.[0] ?? new URL('/', target.url).href
  if (!isSecure(issuer)) throw unusable('The address of the authorization server is not secure.')
  const found = await reading(() => discoverAuthorizationServerMetadata(issuer, { fetchFn: fetch }))
  if (found === undefined) {
    if (described?.authorization_servers?.[0] === undefined) return null
    throw unusable('The authorization server does not describe itself.')
  }
  const endpoints = endpointsFor(target.url, isSecure).safeParse(found)
  if (!endpoints.success) throw unusable('The description of the authorization server.', endpoints.error)
  if (!isSameIssuer(endpoints.data.issuer, issuer)) throw unusable('The description is of another issuer.')
  const offered = found.scopes_supported ?? []
  return {
    endpoints: endpoints.data,
    resource: described?.resource ?? null,
    scopes: scopesOf([
      ...(challenge?.scopes?.split(' ') ?? described?.scopes_supported ?? []),
      // Without it many issue no refresh token.
      ...(offered.includes('offline_access') ? ['offline_access'] : []),
    ]),
  }
}

const unusable = (message: string, cause?: unknown): SignInFailure =>
  new SignInFailure('UNUSABLE', { cause: new Error(message, { cause }) })

/** Runs a step of the protocol's client; its own errors are those of replies. */
async function reading<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof SignInFailure) throw error
    const isReply = error instanceof z.ZodError || error instanceof SyntaxError
    throw new SignInFailure(isReply ? 'UNUSABLE' : 'NOT_REACHED', { cause: error })
  }
}

/** The server's description of itself, at the address that it names or at its well-known ones; null when it has none. */
async function describedResource(
  fetch: FetchLike,
  url: string,
  challenge: Challenge | null,
  isSecure: (address: string) => boolean,
) {
  const named = challenge?.resourceMetadataUrl
  if (named && !isSecure(named.href)) throw unusable('The address of the description is not secure.')
  const { origin, pathname, search } = new URL(url)
  const wellKnown = `${origin}/.well-known/oauth-protected-resource`
  const addresses = named ? [named.href] : [wellKnown + pathname.replace(/\/$/, '') + search, wellKnown]
  for (const address of new Set(addresses)) {
    const reply = await fetch(address, { headers: { accept: 'application/json' } })
    if (reply.ok)
      return await reading(async () => OAuthProtectedResourceMetadataSchema.parse(await reply.json()))
  }
  return null
}

/** Addresses as secure as the server's own, without a name or password. */
function secureFor(serverUrl: string) {
  const protocols = new URL(serverUrl).protocol === 'https:' ? ['https:'] : ['https:', 'http:']
  return (address: string): boolean => {
    if (address.length > maxUrlCharacters || !URL.canParse(address)) return false
    const { protocol, username, password } = new URL(address)
    return protocols.includes(protocol) && username === '' && password === ''
  }
}

function endpointsFor(serverUrl: string, isSecure: (address: string) => boolean) {
  const Address = z.string().refine(isSecure)
  const Names = z.array(z.string().max(200)).max(100)
  return z.object({
    issuer: z.string().max(signInIssuerCharacters),
    authorization_endpoint: Address.refine((address) => isForBrowsers(address, serverUrl)),
    token_endpoint: Address,
    registration_endpoint: Address.optional(),
    revocation_endpoint: Address.optional(),
    response_types_supported: Names.refine((types) => types.includes('code')),
    // Required by the protocol: without it nobody could tell whether the server checks the code verifier.
    code_challenge_methods_supported: Names.refine((methods) => methods.includes('S256')),
    token_endpoint_auth_methods_supported: Names.optional(),
    authorization_response_iss_parameter_supported: z.boolean().optional(),
  })
}

/** Whether people's browsers may be sent there: not into their own network, except to the host that the operator installed. */
function isForBrowsers(address: string, serverUrl: string): boolean {
  const { origin, hostname } = new URL(address)
  if (origin === new URL(serverUrl).origin) return true
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return isGlobalAddress(host)
  return host.includes('.') && !/(^|\.)(localhost|local|internal)\.?$/i.test(host)
}

/** Whether two issuers are the same address, ignoring a trailing slash. */
function isSameIssuer(one: string, other: string): boolean {
  const plain = (issuer: string) => (URL.canParse(issuer) ? new URL(issuer).href : issuer).replace(/\/$/, '')
  return plain(one) === plain(other)
}

/** The valid ones, each once, up to the maximum. */
export const scopesOf = (scopes: readonly string[]): string[] =>
  [
    ...new Set(
      scopes.filter(
        (scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope) && scope.length <= signInScopeCharacters,
      ),
    ),
  ].slice(0, maxSignInScopes)
