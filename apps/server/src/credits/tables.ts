import type { ColumnType, Generated } from 'kysely'
import type { AccountId, ShapingId, TurnId, UserId } from '@atrium/contract'

/** Whose credits: the account's together, or one person's share of them. */
export type Holder = 'team' | UserId
export type EntryKind = 'grant' | 'expire' | 'hold' | 'release' | 'charge'
export type HoldState = 'open' | 'settled' | 'released'

type Untouched<Value> = ColumnType<Value, Value | undefined, never>

interface CreditEntryTable {
  account_id: AccountId
  id: Generated<number>
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
}

interface CreditHoldTable {
  account_id: AccountId
  /** The turn or the shaping call that it is held for. */
  turn_id: TurnId | ShapingId
  user_id: UserId
  held_milli: number
  state: Generated<HoldState>
  charged_milli: Generated<number>
  created_at: Untouched<Date>
  closed_at: Date | null
}

declare module '../platform/database/tables.ts' {
  interface DatabaseTables {
    credit_entry: CreditEntryTable
    credit_balance: CreditBalanceTable
    credit_hold: CreditHoldTable
  }
}
