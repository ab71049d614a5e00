export { auditLedger, type LedgerViolation } from './audit-ledger.ts'
export { balancesOf, type Balances } from './balances-of.ts'
export { grantMonth, type MonthToGrant } from './grant-month.ts'
export { holdCredits, type HoldOutcome } from './hold-credits.ts'
export { monthOf, type Month } from './month.ts'
export {
  basePrice,
  isCredibleUsage,
  ModelPrice,
  mostItCanCost,
  mostTokens,
  priceQuestion,
  typicalQuestion,
} from './price-question.ts'
export { renewMonths } from './renew-months.ts'
export { settleHold } from './settle-hold.ts'
