import type { AccountId, AccountRole, UserId } from '@atrium/contract'
import type { ColumnType, Generated } from 'kysely'

interface AccountTable {
  id: AccountId
  name: string
  logo_filename: string | null
  plan_name: string
  created_by: UserId
  created_at: ColumnType<Date, Date | undefined, never>
  deleted_at: Date | null
}

interface MembershipTable {
  account_id: AccountId
  user_id: UserId
  role: AccountRole
  status: Generated<'INVITED' | 'JOINED' | 'ACCEPTED'>
  joined_at: ColumnType<Date, Date | undefined, never>
}

declare module '../platform/database/tables.ts' {
  interface DatabaseTables {
    account: AccountTable
    membership: MembershipTable
  }
}
