import type { ProviderFacts } from '@atrium/contract'
import type { ProviderWatch } from './watch-provider.ts'

export type ProviderState = ProviderFacts

/** How long a provider counts as rate limited after refusing a call for that reason. */
const limitedMs = 60_000

/** Returns a provider's current status and its last failure. */
export function stateOfProvider(watch: ProviderWatch): ProviderState {
  const { lastLook, lastFailure, nextLookAt, connection } = watch
  return {
    name: connection.row.displayName,
    state: !watch.isUp ? 'down' : isLimited(watch) ? 'rate-limited' : 'up',
    problem: lastLook?.look.problem ?? null,
    sandbox: connection.row.sandbox,
    lastFailure: lastFailure && { kind: lastFailure.kind, at: lastFailure.at.toISOString() },
    checkedAt: lastLook?.at.toISOString() ?? null,
    nextCheckAt: nextLookAt?.toISOString() ?? null,
  }
}

const isLimited = ({ lastLook, lastFailure }: ProviderWatch): boolean =>
  lastLook?.look.problem === 'RATE_LIMITED' ||
  (lastFailure?.kind === 'RATE_LIMITED' && Date.now() - lastFailure.at.getTime() < limitedMs)
