import type { AccountId, UserId } from '@atrium/contract'
import type { ColumnType } from 'kysely'

interface LogoTable {
  account_id: AccountId
  name: string
  requested_by: UserId
  requested_at: ColumnType<Date, Date | undefined, never>
  /** When the picture was received, checked and stored; null until then. */
  uploaded_at: Date | null
}

declare module '../platform/database/tables.ts' {
  interface DatabaseTables {
    logo: LogoTable
  }
}
