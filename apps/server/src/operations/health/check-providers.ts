import type { Models, ProviderState } from '../../models/index.ts'
import { type Finding, issuesOf } from './parts.ts'

type Ports = {
  models: Pick<Models, 'providerStates'>
  /** Providers with unreadable keys, which this process therefore can't use. */
  unreadableProviders: () => Promise<ProviderState[]>
}

/** Checks every configured provider, as this process sees it; omits disabled ones. */
export async function checkProviders({ models, unreadableProviders }: Ports): Promise<Finding<'providers'>> {
  // Without the database this process still has its own view; the database's part reports that it is down.
  const unreadable = await unreadableProviders().catch(() => [])
  const facts = [...models.providerStates(), ...unreadable]
  const real = facts.filter(({ sandbox }) => !sandbox)
  const isUp = facts.some(({ state }) => state !== 'down')
  return {
    facts,
    issues: issuesOf({
      NO_PROVIDER_UP: !isUp,
      PROVIDER_DOWN: isUp && facts.some(({ state }) => state === 'down'),
      PROVIDER_KEY_REFUSED: facts.some(
        ({ problem }) => problem === 'KEY_REFUSED' || problem === 'KEY_UNREADABLE',
      ),
      PROVIDER_RATE_LIMITED: facts.some(({ state }) => state === 'rate-limited'),
      ONLY_SANDBOX: real.length === 0 && isUp,
    }),
  }
}
