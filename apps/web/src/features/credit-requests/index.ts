export { notifyOfCreditDecision } from './notify-of-credit-decision.ts'
export { RequestsOfAccount, SystemRequests } from './requests-of-account.tsx'
