import type { UserId } from '@atrium/contract'
import type { Generated, JSONColumnType } from 'kysely'

export interface SystemSettingTable {
  name: 'sign-up' | 'mail' | 'branding' | 'setup'
  value: JSONColumnType<object>
  secret_sealed: string | null
  changed_at: Generated<Date>
  changed_by: UserId
}

declare module '../platform/database/tables.ts' {
  interface DatabaseTables {
    system_setting: SystemSettingTable
  }
}
