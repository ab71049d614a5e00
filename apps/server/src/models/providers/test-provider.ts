import type { ProviderTest, ProviderToTest } from '@atrium/contract'
import { fail } from '../../platform/failure.ts'
import { Secret } from '../../platform/config/secret.ts'
import { checkProvider } from './check-provider.ts'
import { createModelHttp } from '../wire/model-http.ts'
import { issuesOfAddress, isSameHost, keyIsForAnotherHost } from './check-address.ts'
import { othersThan } from './check-offered.ts'
import { connectionOf } from './connection-of.ts'
import type { ProviderPorts } from './ports.ts'
import { readProviders, type StoredProvider } from './stored-provider.ts'
import { suggestModels } from './suggest-models.ts'

/** Maximum duration of a test. */
const testMs = 10_000

/**
 * Requests a provider's models and stores nothing. Returns a failure as one code and no text from the address, so that a test
 * can't read other services on the network.
 */
export async function testProvider(ports: ProviderPorts, given: ProviderToTest): Promise<ProviderTest> {
  const { kind, baseUrl, providerId } = given
  const stored = await readProviders(ports.database.kysely)
  const tested = providerId && (stored.find(({ id }) => id === providerId) ?? fail('NOT_FOUND'))
  if (issuesOfAddress(baseUrl).length > 0) return { outcome: 'failed', problem: 'ADDRESS_NOT_ALLOWED' }
  const key = keyToTest(ports, tested, given)
  if (key === null) return { outcome: 'failed', problem: 'KEY_UNREADABLE' }

  const http = createModelHttp({ stallMs: testMs, isGuarded: true })
  try {
    const connection = connectionOf({ kind, baseUrl }, key)
    const look = await checkProvider(connection, { fetch: http.fetch, timeoutMs: testMs, wantsModels: true })
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
    // The list should show this new result.
    if (tested) await ports.providers.watchOf(tested.id)?.look()
  }
}

/** Returns the given key, else the stored one for its host; null when that one can't be decrypted. */
export function keyToTest(
  { keys }: ProviderPorts,
  tested: StoredProvider | undefined,
  { key, baseUrl }: Pick<ProviderToTest, 'key' | 'baseUrl'>,
): Secret | null | undefined {
  if (key !== undefined) return new Secret(key)
  if (!tested || tested.keySealed === null) return undefined
  if (!isSameHost(tested.baseUrl, baseUrl)) fail('INVALID_INPUT', { issues: [keyIsForAnotherHost] })
  return keys.open(tested)
}
