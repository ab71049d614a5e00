import type { SignInProblem } from '@atrium/contract'
import {
  exchangeAuthorization,
  refreshAuthorization,
  registerClient,
  selectClientAuthMethod,
  startAuthorization,
} from '@modelcontextprotocol/sdk/client/auth.js'
import {
  InvalidClientError,
  InvalidClientMetadataError,
  InvalidGrantError,
  OAuthError,
  ServerError,
  TemporarilyUnavailableError,
  TooManyRequestsError,
  UnauthorizedClientError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js'
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js'
import { z } from 'zod'
import { type Endpoints, scopesOf } from './discover-sign-in.ts'
import { SignInFailure } from './sign-in-failure.ts'
import type { Client, SealedClient, Tokens } from './sign-in-seals.ts'

/** The requested access: the resource that the tokens are for (RFC 8707), and scopes. */
export type Asked = { resource: string | null; scopes: readonly string[] }
/** Tokens with the authorization server's details of them. */
export type Granted = { tokens: Tokens; expiresInSeconds: number | null; scopes: string[] | null }

/** Registers Atrium at an authorization server (RFC 7591). Throws `SignInFailure`. */
export async function register(
  fetch: FetchLike,
  endpoints: Endpoints,
  redirectUri: string,
  scopes: readonly string[],
): Promise<Client> {
  if (endpoints.registration_endpoint === undefined) throw new SignInFailure('CLIENT_REQUIRED')
  const registered = await step(
    () =>
      registerClient(endpoints.issuer, {
        metadata: endpoints,
        clientMetadata: {
          client_name: 'Atrium',
          redirect_uris: [redirectUri],
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          token_endpoint_auth_method: methodToRegister(endpoints),
        },
        ...(scopes.length > 0 && { scope: scopes.join(' ') }),
        fetchFn: fetch,
      }),
    'CLIENT_REFUSED',
  )
  const { client_id: id, client_secret: secret, client_secret_expires_at: expiresAt } = registered
  if (![id, secret ?? 'none'].every((text) => /^[\x20-\x7e]{1,4000}$/.test(text)))
    throw new SignInFailure('UNUSABLE', { cause: new Error('The registered client is not text.') })
  return {
    id,
    secret: secret ?? null,
    method: registered.token_endpoint_auth_method ?? null,
    expiresAt: expiresAt === undefined || expiresAt === 0 ? null : expiresAt,
  }
}

/** A client with a secret where the server supports that, since Atrium can keep one. */
function methodToRegister({ token_endpoint_auth_methods_supported: known }: Endpoints): string {
  const methods = known ?? ['client_secret_basic']
  return ['client_secret_basic', 'client_secret_post'].find((method) => methods.includes(method)) ?? 'none'
}

/** The URL to send the person to, and the verifier of its code challenge (RFC 7636, S256). */
export async function authorizationUrl(
  { endpoints, client }: SealedClient,
  { resource, scopes }: Asked,
  { redirectUri, state }: { redirectUri: string; state: string },
): Promise<{ url: string; codeVerifier: string }> {
  const started = await startAuthorization(endpoints.issuer, {
    metadata: endpoints,
    clientInformation: clientInformationOf(client),
    redirectUrl: redirectUri,
    state,
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    ...(resource !== null && { resource }),
  })
  return { url: started.authorizationUrl.href, codeVerifier: started.codeVerifier }
}

/** Redeems a code. Throws `SignInFailure`. */
export const redeem = async (
  fetch: FetchLike,
  { endpoints, client, resource }: SealedClient,
  { code, codeVerifier, redirectUri }: { code: string; codeVerifier: string; redirectUri: string },
): Promise<Granted> =>
  granted(
    await step(() =>
      exchangeAuthorization(endpoints.issuer, {
        metadata: endpoints,
        clientInformation: clientInformationOf(client),
        authorizationCode: code,
        codeVerifier,
        redirectUri,
        ...(resource !== null && { resource }),
        fetchFn: fetch,
      }),
    ),
  )

/** Refreshes tokens; keeps the refresh token when no new one is returned. Throws `SignInFailure`. */
export const refresh = async (
  fetch: FetchLike,
  { endpoints, client, resource }: SealedClient,
  refreshToken: string,
): Promise<Granted> =>
  granted(
    await step(() =>
      refreshAuthorization(endpoints.issuer, {
        metadata: endpoints,
        clientInformation: clientInformationOf(client),
        refreshToken,
        ...(resource !== null && { resource }),
        fetchFn: fetch,
      }),
    ),
  )

/** Revokes tokens where the authorization server offers that (RFC 7009). Throws `SignInFailure`. */
export async function revoke(
  fetch: FetchLike,
  { endpoints, client }: SealedClient,
  tokens: Tokens,
): Promise<void> {
  if (endpoints.revocation_endpoint === undefined) return
  const method = selectClientAuthMethod(
    clientInformationOf(client),
    endpoints.token_endpoint_auth_methods_supported ?? [],
  )
  for (const [token, hint] of [
    [tokens.refreshToken, 'refresh_token'],
    [tokens.accessToken, 'access_token'],
  ] as const) {
    if (token === null) continue
    const form = new URLSearchParams({ token, token_type_hint: hint })
    const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' })
    if (method === 'client_secret_basic' && client.secret !== null)
      headers.set('authorization', `Basic ${btoa(`${client.id}:${client.secret}`)}`)
    else form.set('client_id', client.id)
    if (method === 'client_secret_post' && client.secret !== null) form.set('client_secret', client.secret)
    const { status } = await fetch(endpoints.revocation_endpoint, { method: 'POST', headers, body: form })
    if (status !== 200)
      throw new SignInFailure('REFUSED', { cause: new Error(`The revocation was answered with ${status}.`) })
  }
}

const clientInformationOf = ({ id, secret, method }: Client) => ({
  client_id: id,
  ...(secret !== null && { client_secret: secret }),
  ...(method !== null && { token_endpoint_auth_method: method }),
})

const maxSeconds = 365 * 24 * 60 * 60

/** A token that is sent in a header: visible characters (RFC 6750, 2.1). */
const Token = z.string().regex(/^[\x21-\x7e]{1,8000}$/)
const Reply = z.object({
  access_token: Token,
  token_type: z.string().regex(/^bearer$/i),
  refresh_token: Token.optional(),
  expires_in: z.number().nonnegative().optional(),
  scope: z.string().max(20_000).optional(),
})

function granted(reply: unknown): Granted {
  const { data, error } = Reply.safeParse(reply)
  if (!data) throw new SignInFailure('UNUSABLE', { cause: error })
  return {
    tokens: { accessToken: data.access_token, refreshToken: data.refresh_token ?? null },
    expiresInSeconds:
      data.expires_in === undefined ? null : Math.min(Math.floor(data.expires_in), maxSeconds),
    scopes: data.scope === undefined ? null : scopesOf(data.scope.split(' ')),
  }
}

/** Runs a step of the protocol's client. Discards the server's error text: it may contain text of another service. */
async function step<Result>(
  run: () => Promise<Result>,
  otherwise: SignInProblem = 'REFUSED',
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof SignInFailure) throw error
    const cause =
      error instanceof OAuthError
        ? new Error(`The authorization server reports ${error.errorCode.slice(0, 100)}.`)
        : error
    throw new SignInFailure(problemOf(error, otherwise), { cause })
  }
}

function problemOf(error: unknown, otherwise: SignInProblem): SignInProblem {
  if (error instanceof InvalidGrantError) return 'CODE_REFUSED'
  if (
    error instanceof InvalidClientError ||
    error instanceof UnauthorizedClientError ||
    error instanceof InvalidClientMetadataError
  )
    return 'CLIENT_REFUSED'
  if (
    error instanceof ServerError ||
    error instanceof TemporarilyUnavailableError ||
    error instanceof TooManyRequestsError
  )
    return 'NOT_REACHED'
  if (error instanceof OAuthError) return otherwise
  return error instanceof z.ZodError || error instanceof SyntaxError ? 'UNUSABLE' : 'NOT_REACHED'
}
