import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { ProvenClaims } from './claims.ts'
import { fetchFromProvider, unavailable } from './fetch-from-provider.ts'
import { createProviderKeys } from './provider-keys.ts'
import { createProviderMetadata, type ProviderMetadata } from './provider-metadata.ts'
import type { OpenIdProvider } from './providers.ts'
import { IdTokenRefused, readIdToken } from './read-id-token.ts'
import type { SignInSecrets } from './sign-in-secrets.ts'

/** Client of one provider: authorization code flow with PKCE (OpenID Connect Core 1.0, 3.1; RFC 7636; RFC 9700). */
export type ProviderClient = {
  provider: OpenIdProvider
  /** The URL to redirect the browser to. */
  authorizationUrl(state: string, secrets: SignInSecrets): Promise<string>
  /** Whether a redirect with this `iss`, or without one, can be this provider's (RFC 9207). */
  canHaveSent(iss: string | undefined): Promise<boolean>
  /**
   * Redeems the code; returns the person's claims. Throws `IdTokenRefused` when the provider refuses the code, or its token is
   * invalid.
   */
  redeem(code: string, secrets: SignInSecrets): Promise<{ claims: ProvenClaims; idToken: string }>
}

export function createProviderClient(provider: OpenIdProvider, clock: Clock): ProviderClient {
  const metadata = createProviderMetadata(provider.issuer, clock)
  const keys = createProviderKeys(async () => (await metadata()).keysUrl, clock)
  return {
    provider,
    async authorizationUrl(state, { nonce, codeVerifier }) {
      const url = new URL((await metadata()).authorizationEndpoint)
      const parameters = {
        response_type: 'code',
        client_id: provider.clientId,
        redirect_uri: provider.redirectUri,
        scope: provider.scopes,
        state,
        nonce,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url.href
    },
    async canHaveSent(iss) {
      return iss === undefined ? !(await metadata()).namesItself : iss === provider.issuer
    },
    async redeem(code, { nonce, codeVerifier }) {
      const known = await metadata()
      const tokens = await askForTokens(provider, known, code, codeVerifier)
      const claims = await readIdToken(tokens.id_token, { provider, nonce, keys, now: clock.now() })
      return {
        claims: claims.email === undefined ? await withUserInfo(claims, known, tokens.access_token) : claims,
        idToken: tokens.id_token,
      }
    },
  }
}

const Tokens = z.object({ id_token: z.string().min(1), access_token: z.string().min(1).optional() })

async function askForTokens(
  { clientId, clientSecret, redirectUri }: OpenIdProvider,
  { tokenEndpoint, authenticatesByHeader }: ProviderMetadata,
  code: string,
  codeVerifier: string,
): Promise<z.infer<typeof Tokens>> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: codeVerifier,
  })
  const headers: Record<string, string> = { accept: 'application/json' }
  if (clientSecret && authenticatesByHeader) headers['authorization'] = basic(clientId, clientSecret.reveal())
  else form.set('client_id', clientId)
  if (clientSecret && !authenticatesByHeader) form.set('client_secret', clientSecret.reveal())

  const { status, body } = await fetchFromProvider(tokenEndpoint, { method: 'POST', headers, body: form })
  if (status !== 200) {
    const error = z.object({ error: z.string().max(100) }).safeParse(body).data?.error ?? 'no reason'
    // Either the code is wrong, or our settings, which the operator must learn of.
    if (error === 'invalid_grant') throw new IdTokenRefused('the provider did not accept the code')
    return unavailable(tokenEndpoint, new Error(`It answered with ${status}, ${error}.`))
  }
  const tokens = Tokens.safeParse(body)
  return tokens.success ? tokens.data : unavailable(tokenEndpoint, tokens.error)
}

/** Providers that leave the address out of the ID token return it for the access token, about the same subject. */
async function withUserInfo(
  claims: ProvenClaims,
  { userInfoEndpoint }: ProviderMetadata,
  accessToken: string | undefined,
): Promise<ProvenClaims> {
  if (userInfoEndpoint === null || accessToken === undefined) return claims
  const { status, body } = await fetchFromProvider(userInfoEndpoint, {
    headers: { accept: 'application/json', authorization: `Bearer ${accessToken}` },
  })
  const claimed = ProvenClaims.safeParse(body)
  if (status !== 200 || !claimed.success) return claims
  if (claimed.data.sub !== claims.sub) throw new IdTokenRefused('the user info is about somebody else')
  // Claims that decide about tenant and domain come from the signed token, never from here.
  const { email, email_verified, given_name, family_name, name } = claimed.data
  return { ...claims, email, email_verified, given_name, family_name, name }
}

/** RFC 6749, 2.3.1: both are form-encoded before they are joined. */
const basic = (clientId: string, secret: string) =>
  `Basic ${Buffer.from(`${formEncoded(clientId)}:${formEncoded(secret)}`).toString('base64')}`
const formEncoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)
