import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { fetchFromProvider, unavailable } from './fetch-from-provider.ts'

/** The part of a provider's metadata that we use (OpenID Connect Discovery 1.0, 3). */
export type ProviderMetadata = {
  authorizationEndpoint: string
  tokenEndpoint: string
  keysUrl: string
  userInfoEndpoint: string | null
  /** By header, else in the body. */
  authenticatesByHeader: boolean
  /** It includes its issuer in redirects (RFC 9207); a redirect without one is then not its own. */
  namesItself: boolean
}

const knownForMs = 60 * 60 * 1000

/**
 * The provider's metadata, loaded on first use and every hour: a provider that is down while Atrium starts only prevents signing
 * in through it until it is up.
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
    // Metadata from an hour ago is better than none.
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

/** The document must be about exactly this issuer, with addresses as secure as the issuer's own. */
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
    // Some support PKCE without announcing it; one that announces methods must include S256.
    code_challenge_methods_supported: z
      .array(z.string())
      .refine((methods) => methods.includes('S256'))
      .optional(),
    authorization_response_iss_parameter_supported: z.boolean().optional(),
  })
}
