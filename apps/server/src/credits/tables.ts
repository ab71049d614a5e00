import type { ColumnType, Generated } from 'kysely'
import type {
  AccountId,
  CreditRequestId,
  GrantFrequency,
  GrantId,
  RoomId,
  ShapingId,
  TurnId,
  UsageKind,
  UserId,
} from '@atrium/contract'

/** Whose credits: the account's, or one person's share of them. */
export type Holder = 'team' | UserId
export type EntryKind = 'grant' | 'expire' | 'hold' | 'release' | 'charge' | 'revoke'
export type HoldState = 'open' | 'settled' | 'released'

type Untouched<Value> = ColumnType<Value, Value | undefined, never>

interface CreditEntryTable {
  account_id: AccountId
  id: ColumnType<number, never, never>
  holder: Holder
  kind: EntryKind
  /** Thousandths of a credit, signed as they change the balance. */
  amount_milli: number
  reference: string
  created_at: Untouched<Date>
}

interface CreditBalanceTable {
  account_id: AccountId
  holder: Holder
  available_milli: number
  /** Sum of the `revoke` entries, positive: how far below zero the balance may be. */
  revoked_milli: Generated<number>
}

interface CreditHoldTable {
  account_id: AccountId
  /** The turn or shaping call of the hold. */
  turn_id: TurnId | ShapingId
  user_id: UserId
  held_milli: number
  state: Generated<HoldState>
  charged_milli: Generated<number>
  kind: Generated<UsageKind>
  room_id: RoomId | null
  /** Ignores monthly limits: the account's model for them answers. */
  is_beyond_limit: Generated<boolean>
  /** The model that was charged for. */
  model_id: string | null
  created_at: Untouched<Date>
  closed_at: Date | null
}

interface CreditRequestTable {
  account_id: AccountId
  id: CreditRequestId
  user_id: UserId
  reason: string
  state: Generated<'open' | 'approved' | 'refused' | 'ended'>
  created_at: Untouched<Date>
  decided_at: Date | null
  decided_by: UserId | null
  granted_milli: number | null
  frequency: GrantFrequency | null
  answer: string | null
}

interface CreditGrantTable {
  account_id: AccountId
  id: GrantId
  amount_milli: number
  frequency: GrantFrequency
  reason: string
  granted_by: UserId | null
  granted_at: Generated<Date>
  ended_at: Date | null
}

interface CreditPeriodTable {
  account_id: AccountId
  /** 'YYYY-MM-DD' */
  starts_on: string
}

interface CreditRoomLimitTable {
  account_id: AccountId
  room_id: RoomId
  limit_milli: number
}

interface CreditLimitWarningTable {
  account_id: AccountId
  /** 'YYYY-MM-01' */
  month: string
  user_id: UserId | null
  room_id: RoomId | null
  warned_at: Generated<Date>
}

declare module '../platform/database/tables.ts' {
  interface DatabaseTables {
    credit_entry: CreditEntryTable
    credit_balance: CreditBalanceTable
    credit_hold: CreditHoldTable
    credit_request: CreditRequestTable
    credit_grant: CreditGrantTable
    credit_period: CreditPeriodTable
    credit_room_limit: CreditRoomLimitTable
    credit_limit_warning: CreditLimitWarningTable
  }
}
