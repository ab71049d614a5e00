import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import type { Clock } from '../../platform/clock.ts'
import { fetchFromProvider, unavailable } from './fetch-from-provider.ts'

const knownForMs = 10 * 60 * 1000
/** Tokens with made-up key ids must not each cause a request to the provider. */
const askAgainAfterMs = 30_000

type KnownKeys = { find: JWTVerifyGetKey; atMs: number }

/**
 * The provider's signing keys. Loaded on first use and every ten minutes; an unknown key id reloads them, since providers rotate
 * keys, but at most every 30 s, also while they are unavailable. Concurrent callers share one request.
 */
export function createProviderKeys(urlOf: () => Promise<string>, clock: Clock): JWTVerifyGetKey {
  let known: KnownKeys | null = null
  let asking: Promise<KnownKeys> | null = null
  let askedAtMs = -Infinity
  const nowMs = () => clock.now().getTime()

  async function ask(): Promise<KnownKeys> {
    askedAtMs = nowMs()
    try {
      known = await askForKeys(urlOf, clock)
      return known
    } finally {
      asking = null
    }
  }
  const askTogether = () => (asking ??= ask())

  return async (header, token) => {
    const keys = known && nowMs() - known.atMs < knownForMs ? known : await askTogether()
    try {
      return await keys.find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      if (!asking && nowMs() - askedAtMs < askAgainAfterMs) throw error
      return await (await askTogether()).find(header, token)
    }
  }
}

async function askForKeys(urlOf: () => Promise<string>, clock: Clock): Promise<KnownKeys> {
  const url = await urlOf()
  const { status, body } = await fetchFromProvider(url)
  if (status !== 200) return unavailable(url, new Error(`It answered with ${status}.`))
  try {
    return { find: createLocalJWKSet(body as JSONWebKeySet), atMs: clock.now().getTime() }
  } catch (error) {
    return unavailable(url, error)
  }
}
