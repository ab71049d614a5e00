import type { PersonChange, UserId } from '@atrium/contract'
import type { ColumnType, Generated } from 'kysely'

export interface PersonChangeTable {
  id: ColumnType<number, never, never>
  at: Generated<Date>
  actor_id: UserId | null
  user_id: UserId | null
  action: PersonChange['action']
}

declare module '../../platform/database/tables.ts' {
  interface DatabaseTables {
    person_change: PersonChangeTable
  }
}
