import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { fetchFromProvider, unavailable } from './fetch-from-provider.ts'

/** What a provider says of itself, as far as it is needed here (OpenID Connect Discovery 1.0, 3). */
export type ProviderMetadata = {
  authorizationEndpoint: string
  tokenEndpoint: string
  keysUrl: string
  userInfoEndpoint: string | null
  /** By header, else in the body. */
  authenticatesByHeader: boolean
  /** It says in its answers that they are its own (RFC 9207); one that does not is then none of its. */
  namesItself: boolean
}

const knownForMs = 60 * 60 * 1000

/**
 * The provider's metadata, asked for when it is first needed and again after an hour: a provider that is down while Atrium
 * starts costs nothing but that nobody can sign in with it until it is there.
 */
export function createProviderMetadata(issuer: string, clock: Clock): () => Promise<ProviderMetadata> {
  let known: { metadata: ProviderMetadata; untilMs: number } | null = null
  let asking: Promise<ProviderMetadata> | null = null

  async function ask(): Promise<ProviderMetadata> {
    try {
      const metadata = await discover(issuer)
      known = { metadata, untilMs: clock.now().getTime() + knownForMs }
      return metadata
    } finally {
      asking = null
    }
  }
  return async () => {
    if (known && clock.now().getTime() < known.untilMs) return known.metadata
    const before = known
    asking ??= ask()
    // What was right an hour ago is better than nothing.
    return before ? await asking.catch(() => before.metadata) : await asking
  }
}

async function discover(issuer: string): Promise<ProviderMetadata> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const { status, body } = await fetchFromProvider(url)
  if (status !== 200) return unavailable(url, new Error(`It answered with ${status}.`))
  const read = documentOf(issuer).safeParse(body)
  if (!read.success) return unavailable(url, read.error)
  const methods = read.data.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return {
    authorizationEndpoint: read.data.authorization_endpoint,
    tokenEndpoint: read.data.token_endpoint,
    keysUrl: read.data.jwks_uri,
    userInfoEndpoint: read.data.userinfo_endpoint ?? null,
    authenticatesByHeader: methods.includes('client_secret_basic'),
    namesItself: read.data.authorization_response_iss_parameter_supported ?? false,
  }
}

/** The document has to be about exactly this issuer, its addresses as safe as the issuer's own. */
function documentOf(issuer: string) {
  const protocols = issuer.startsWith('https:') ? ['https:'] : ['https:', 'http:']
  const Address = z
    .string()
    .refine((address) => URL.canParse(address) && protocols.includes(new URL(address).protocol))
  return z.object({
    issuer: z.literal(issuer),
    authorization_endpoint: Address,
    token_endpoint: Address,
    jwks_uri: Address,
    userinfo_endpoint: Address.optional(),
    token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
    // Some offer PKCE without saying so; one that says what it offers has to offer S256.
    code_challenge_methods_supported: z
      .array(z.string())
      .refine((methods) => methods.includes('S256'))
      .optional(),
    authorization_response_iss_parameter_supported: z.boolean().optional(),
  })
}
