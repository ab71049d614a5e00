import type {
  AccountId,
  BillingDetails,
  Currency,
  OrderId,
  OrderKind,
  PaymentStatus,
  Tax,
  UserId,
} from '@atrium/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Pack, Plan, Seller } from '../accounts/index.ts'

export type Dispute = 'none' | 'open' | 'won' | 'lost'
type Json<Value> = ColumnType<Value, string, string>
/** 'YYYY-MM-DD' */
type Day = string

interface BillingDetailsTable {
  account_id: AccountId
  details: Json<BillingDetails>
  changed_at: Generated<Date>
}

interface PaymentOrderTable {
  account_id: AccountId
  id: OrderId
  user_id: UserId | null
  kind: OrderKind
  item_name: string
  item: Json<Pack | Plan>
  credits: number
  member_credits: number
  currency: Currency
  net_minor: number
  tax_minor: number
  tax: Json<Tax | null> | null
  buyer: Json<BillingDetails>
  seller: Json<Seller>
  is_sandbox: boolean
  status: Generated<PaymentStatus>
  created_at: Generated<Date>
  completed_at: Date | null
  checkout_id: string | null
  checkout_url: string | null
  payment_id: string | null
  refunded_minor: Generated<number>
  dispute: Generated<Dispute>
  taken_milli: Generated<number>
  taken_changes: Generated<number>
  period_start: Day | null
  receipt_number: string | null
}

interface ReceiptCounterTable {
  series: string
  last_number: number
}

interface ReceiptTable {
  number: string
  order_id: OrderId
  issued_at: Date
  content: Json<object>
}

interface SubscriptionTable {
  account_id: AccountId
  plan_key: string
  plan: Json<Plan>
  currency: Currency
  price_minor: number
  anchor_day: number
  period_start: Day
  period_end: Day
  next_plan: string | null
  next_price_minor: number | null
  is_past_due: Generated<boolean>
  last_order_id: OrderId
  customer_id: string | null
  payment_method_id: string | null
}

interface PaymentEventTable {
  id: string
  type: string
  happened_at: Date
  order_id: string | null
  payment_id: string | null
  received_at: Generated<Date>
  processed_at: Date | null
}

declare module '../platform/database/tables.ts' {
  interface DatabaseTables {
    billing_details: BillingDetailsTable
    payment_order: PaymentOrderTable
    receipt_counter: ReceiptCounterTable
    receipt: ReceiptTable
    subscription: SubscriptionTable
    payment_event: PaymentEventTable
  }
}
