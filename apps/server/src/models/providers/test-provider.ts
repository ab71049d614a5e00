import type { ProviderTest, ProviderToTest } from '@atrium/contract'
import { fail } from '../../platform/failure.ts'
import { Secret } from '../../platform/secret.ts'
import { lookAtProvider } from '../look-at-provider.ts'
import { createModelHttp } from '../model-http.ts'
import { issuesOfAddress, isSameHost, keyIsForAnotherHost } from './check-address.ts'
import { othersThan } from './check-offered.ts'
import { connectionOf } from './connection-of.ts'
import type { ProviderPorts } from './ports.ts'
import { readProviders, type StoredProvider } from './stored-provider.ts'
import { suggestModels } from './suggest-models.ts'

/** Longer nobody watches a test run. */
const testMs = 10_000

/**
 * Asks a provider for its models and keeps nothing. A failure is one word of a list: nothing of what the address has said comes
 * back, so that a test is no way to read what answers on the networks here.
 */
export async function testProvider(ports: ProviderPorts, given: ProviderToTest): Promise<ProviderTest> {
  const { kind, baseUrl, providerId } = given
  const stored = await readProviders(ports.database.kysely)
  const tested = providerId && (stored.find(({ id }) => id === providerId) ?? fail('NOT_FOUND'))
  if (issuesOfAddress(baseUrl).length > 0) return { outcome: 'failed', problem: 'ADDRESS_NOT_ALLOWED' }
  const key = given.key === undefined ? keptKey(ports, tested, baseUrl) : new Secret(given.key)
  if (key === null) return { outcome: 'failed', problem: 'KEY_UNREADABLE' }

  const http = createModelHttp({ stallMs: testMs, isGuarded: true })
  try {
    const connection = connectionOf({ kind, baseUrl }, key)
    const look = await lookAtProvider(connection, { fetch: http.fetch, timeoutMs: testMs, wantsModels: true })
    if (look.problem !== null) return { outcome: 'failed', problem: look.problem }
    const models = suggestModels(look.models, {
      file: ports.providers.file,
      others: othersThan(stored, providerId),
      host: new URL(baseUrl).hostname.replace(/[^a-z0-9.-]/g, '') || 'host',
      offered: tested?.models ?? [],
    })
    return { outcome: 'answered', models }
  } finally {
    await http.close()
    // What was found out just now is what the list should say.
    if (tested) await ports.providers.watchOf(tested.id)?.look()
  }
}

function keptKey(
  { keys }: ProviderPorts,
  tested: StoredProvider | undefined,
  baseUrl: string,
): Secret | null | undefined {
  if (!tested || tested.keySealed === null) return undefined
  if (!isSameHost(tested.baseUrl, baseUrl)) fail('INVALID_INPUT', { issues: [keyIsForAnotherHost] })
  return keys.open(tested)
}
