import type { OfferedModel, ProviderChange, ProviderId, ProviderKind, UserId } from '@atrium/contract'
import type { ColumnType, Generated } from 'kysely'

interface ModelProviderTable {
  id: ProviderId
  kind: ProviderKind
  display_name: string
  base_url: string
  key_sealed: string | null
  key_ends_with: string | null
  key_set_at: Date | null
  stall_seconds: number
  is_enabled: Generated<boolean>
  revision: Generated<number>
  created_at: Generated<Date>
}

interface OfferedModelTable {
  id: string
  provider_id: ProviderId
  place: number
  /** The model without its id. */
  details: ColumnType<Omit<OfferedModel, 'id'>, string, string>
}

interface ProviderChangeTable {
  id: ColumnType<number, never, never>
  at: Generated<Date>
  actor_id: UserId
  provider_id: ProviderId
  provider_name: string
  action: ProviderChange['action']
  fields: string[]
}

declare module '../../platform/database/tables.ts' {
  interface DatabaseTables {
    model_provider: ModelProviderTable
    offered_model: OfferedModelTable
    provider_change: ProviderChangeTable
  }
}
