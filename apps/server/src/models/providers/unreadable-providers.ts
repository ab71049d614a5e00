import type { Database } from '../../platform/database/index.ts'
import type { ProviderState } from './provider-state.ts'
import type { ProviderKeys } from './provider-keys.ts'
import { readProviders } from './stored-provider.ts'

/** Returns enabled providers that can't be used because their keys were encrypted under another secret. */
export async function unreadableProviders(
  { kysely }: Pick<Database, 'kysely'>,
  keys: ProviderKeys,
): Promise<ProviderState[]> {
  const stored = await readProviders(kysely)
  return stored
    .filter((provider) => provider.isEnabled && keys.open(provider) === null)
    .map(({ displayName }) => ({
      name: displayName,
      state: 'down',
      problem: 'KEY_UNREADABLE',
      sandbox: false,
      lastFailure: null,
      checkedAt: null,
      nextCheckAt: null,
    }))
}
