export { noticeCreditDecision } from './notice-credit-decision.ts'
export { RequestsOfAccount, SystemRequests } from './requests-of-account.tsx'
