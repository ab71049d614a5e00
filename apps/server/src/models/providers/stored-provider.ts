import type { OfferedModel, ProviderId, ProviderKind } from '@atrium/contract'
import './tables.ts'
import type { Database, Transaction } from '../../platform/database/index.ts'

/** An added provider as stored: its key encrypted. */
export interface StoredProvider {
  id: ProviderId
  kind: ProviderKind
  displayName: string
  baseUrl: string
  keySealed: string | null
  keyEndsWith: string | null
  keySetAt: Date | null
  stallSeconds: number
  isEnabled: boolean
  revision: number
  models: OfferedModel[]
}

type Queryable = Pick<Transaction, 'selectFrom'> | Database['kysely']

/** Returns all of them, oldest first, each with its models in order. */
export async function readProviders(from: Queryable): Promise<StoredProvider[]> {
  const providers = await from
    .selectFrom('model_provider')
    .select([
      'id',
      'kind',
      'display_name as displayName',
      'base_url as baseUrl',
      'key_sealed as keySealed',
      'key_ends_with as keyEndsWith',
      'key_set_at as keySetAt',
      'stall_seconds as stallSeconds',
      'is_enabled as isEnabled',
      'revision',
    ])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const offered = await from
    .selectFrom('offered_model')
    .select(['id', 'provider_id as providerId', 'details'])
    .orderBy('place')
    .execute()
  return providers.map((provider) => ({
    ...provider,
    models: offered
      .filter(({ providerId }) => providerId === provider.id)
      .map(({ id, details }) => ({ id, ...details })),
  }))
}

/** Stores the provider, and increments its revision if it existed. */
export async function storeProvider(trx: Transaction, provider: StoredProvider): Promise<void> {
  const { models } = provider
  const columns = {
    kind: provider.kind,
    display_name: provider.displayName,
    base_url: provider.baseUrl,
    key_sealed: provider.keySealed,
    key_ends_with: provider.keyEndsWith,
    key_set_at: provider.keySetAt,
    stall_seconds: provider.stallSeconds,
    is_enabled: provider.isEnabled,
    revision: provider.revision,
  }
  await trx
    .insertInto('model_provider')
    .values({ id: provider.id, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute()
  await trx.deleteFrom('offered_model').where('provider_id', '=', provider.id).execute()
  if (models.length === 0) return
  await trx
    .insertInto('offered_model')
    .values(
      models.map(({ id, ...details }, place) => ({
        id,
        provider_id: provider.id,
        place,
        details: JSON.stringify(details),
      })),
    )
    .execute()
}
