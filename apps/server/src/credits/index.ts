export { auditLedger, type LedgerViolation } from './audit-ledger.ts'
export { balancesOf, type Balances } from './balances-of.ts'
export { grantMonth, type MonthToGrant } from './grant-month.ts'
export { holdCredits, type HoldOutcome } from './hold-credits.ts'
export { monthOf, type Month } from './month.ts'
export {
  isCredibleUsage,
  ModelPrice,
  mostItCanCost,
  priceQuestion,
  typicalQuestion,
} from './price-question.ts'
export { renewMonths } from './renew-months.ts'
export { settleHold } from './settle-hold.ts'
