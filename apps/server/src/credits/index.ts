export { creditsModule } from './credits.module.ts'
export { auditLedger, type LedgerViolation } from './audit-ledger.ts'
export { balancesOf, type Balances } from './balances-of.ts'
export { type AllowanceKind, dailyAllowances, forgetAllowances, takeAllowance } from './daily-allowance.ts'
export {
  activeMonthlyGrants,
  type CreditGrantRow,
  endMonthlyGrant,
  grantsOf,
  insertGrant,
} from './credit-grants.ts'
export { grantCredits } from './grant-credits.ts'
export { grantMonth, type MonthToGrant } from './grant-month.ts'
export { type Hold, holdAndCommit, holdCredits, type HoldOutcome, NotHeld } from './hold-credits.ts'
export { isLimitedFor, leftOfLimits } from './left-of-limit.ts'
export { monthOf, type Month, type Period } from './month.ts'
export { periodOf, setPaidPeriod } from './period-of.ts'
export { revokeCredits } from './revoke-credits.ts'
export { isCredibleUsage, ModelPrice, maxCostOf, priceQuestion, typicalQuestion } from './price-question.ts'
export { addedToMonth } from './queries.ts'
export { raiseExtra } from './raise-extra.ts'
export { heldForTurn, raiseHold } from './raise-hold.ts'
export { raiseMonth } from './raise-month.ts'
export { renewMonths } from './renew-months.ts'
export { OtherCharge, settleAndCommit, settleHold, wholeCharge } from './settle-hold.ts'
export { endRequestsOf } from './requests/end-requests-of.ts'
export { systemAdminsOf } from './requests/recipients.ts'
export { requestsSince } from './requests/requests-since.ts'
