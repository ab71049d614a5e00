import {
  type AccountId,
  mintId,
  type RoomId,
  type ShapingId,
  type TurnId,
  type UserId,
} from '@atrium/contract'
import { openTestAccount } from '@atrium/testkit/people.ts'
import type { Plan } from '../accounts/index.ts'
import { type Database, inTenant, type Transaction } from '../platform/database/index.ts'
import { type Balances, balancesOf } from './balances-of.ts'
import { grantMonth } from './grant-month.ts'
import { holdCredits, type HoldOutcome } from './hold-credits.ts'
import type { Month } from './month.ts'
import { settleHold } from './settle-hold.ts'

const plan = (teamCredits: number, memberCredits = teamCredits): Pick<Plan, 'monthly_credits'> => ({
  monthly_credits: { team: teamCredits, member: memberCredits },
})

/** One account's ledger, used like the product does: each step in a separate tenant transaction. */
export class TestLedger {
  readonly database: Database
  readonly accountId: AccountId
  readonly userId: UserId

  constructor(database: Database, accountId: AccountId, userId: UserId) {
    this.database = database
    this.accountId = accountId
    this.userId = userId
  }

  /** Creates an account whose owner and team have this many credits this month. */
  static async open(
    database: Database,
    credits: { team: number; member: number },
    period: Month = '2026-11',
  ): Promise<TestLedger> {
    const { accountId, ownerId } = await openTestAccount(database, [
      (trx, account, owner) =>
        grantMonth(trx, {
          accountId: account.id,
          plan: plan(credits.team, credits.member),
          period,
          userIds: [owner],
        }),
    ])
    return new TestLedger(database, accountId, ownerId)
  }

  do<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result> {
    return inTenant(this.database, { accountId: this.accountId, userId: this.userId }, work)
  }

  hold(
    amountMilli: number,
    turnId: TurnId | ShapingId = mintId('turn'),
    userId = this.userId,
    { roomId = null, isBeyondLimit = false }: { roomId?: RoomId | null; isBeyondLimit?: boolean } = {},
  ): Promise<HoldOutcome> {
    return this.do((trx) =>
      holdCredits(trx, {
        accountId: this.accountId,
        userId,
        turnId,
        amountMilli,
        kind: 'question',
        roomId,
        isBeyondLimit,
      }),
    )
  }

  async settle(turnId: TurnId | ShapingId, chargeMilli: number): Promise<number> {
    const { chargedMilli } = await this.do((trx) =>
      settleHold(trx, { accountId: this.accountId, turnId, chargeMilli, modelId: 'test-model' }),
    )
    return chargedMilli
  }

  balances(userId = this.userId): Promise<Balances> {
    return this.do((trx) => balancesOf(trx, this.accountId, userId))
  }

  grant(period: Month, credits: { team: number; member: number }, userIds = [this.userId]): Promise<void> {
    return this.do((trx) =>
      grantMonth(trx, {
        accountId: this.accountId,
        plan: plan(credits.team, credits.member),
        period,
        userIds,
      }),
    )
  }

  /** `holder kind amount` of every entry, in their order. */
  async entries(): Promise<string[]> {
    const rows = await this.do((trx) =>
      trx
        .selectFrom('credit_entry')
        .select(['holder', 'kind', 'amount_milli'])
        .where('account_id', '=', this.accountId)
        .orderBy('id')
        .execute(),
    )
    return rows.map((row) => `${row.holder === 'team' ? 'team' : 'person'} ${row.kind} ${row.amount_milli}`)
  }
}
