import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import type { Clock } from '../../platform/clock.ts'
import { fetchFromProvider, unavailable } from './fetch-from-provider.ts'

const knownForMs = 10 * 60 * 1000
/** Tokens with made-up key ids must not become a request to the provider each. */
const askAgainAfterMs = 30_000

type KnownKeys = { find: JWTVerifyGetKey; atMs: number }

/**
 * The keys with which a provider signs. They are asked for when they are first needed and every ten minutes; a key that is
 * not among them is looked for once more, since providers change their keys, but not more often than every 30 s.
 */
export function createProviderKeys(urlOf: () => Promise<string>, clock: Clock): JWTVerifyGetKey {
  let known: Promise<KnownKeys> | null = null

  const ask = (): Promise<KnownKeys> => {
    const before = known
    const asking = askForKeys(urlOf, clock)
    known = asking
    // A failure is the caller's to see; the next caller starts from what was known before.
    asking.catch(() => (known = before))
    return asking
  }
  const ageMs = ({ atMs }: KnownKeys) => clock.now().getTime() - atMs

  return async (header, token) => {
    const current = await (known ?? ask())
    const fresh = ageMs(current) < knownForMs ? current : await ask()
    try {
      return await fresh.find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || ageMs(fresh) < askAgainAfterMs) throw error
      return await (await ask()).find(header, token)
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
