import { z } from 'zod'
import { dataReply, endpoint } from '../endpoint.ts'
import { AccountId, CreditRequestId, UserId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Text } from '../text/text.ts'

export const grantFrequencies = ['once', 'monthly'] as const
export const GrantFrequency = z.enum(grantFrequencies)
export type GrantFrequency = z.infer<typeof GrantFrequency>

/** A person's request for more credits in an account. `ended`: they left before the decision. */
export const CreditRequest = z.strictObject({
  requestId: CreditRequestId,
  userId: UserId,
  name: z.string(),
  reason: z.string(),
  state: z.enum(['open', 'approved', 'refused', 'ended']),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  /** Credits; null unless approved. */
  granted: z.number().nullable(),
  /** Whether they were granted once or for every month; null unless approved. */
  frequency: GrantFrequency.nullable(),
  /** The admin's note with a refusal. */
  answer: z.string().nullable(),
})
export type CreditRequest = z.infer<typeof CreditRequest>

/** A request in an account without credits of its own, as system administrators see it. */
export const SystemCreditRequest = CreditRequest.extend({ accountId: AccountId, accountName: z.string() })
export type SystemCreditRequest = z.infer<typeof SystemCreditRequest>

const NotEmpty = (max: number) => Text(max).refine((text) => text.trim() !== '', 'This cannot be empty.')

const Approval = z.strictObject({
  decision: z.literal('approve'),
  credits: z.int().min(1).max(limits.creditsPerGrantMax),
})
const Refusal = z.strictObject({
  decision: z.literal('refuse'),
  answer: NotEmpty(limits.creditRequestCharacters),
})
/** `monthly`: in this month and each following one, until an admin changes the member's additional credits. */
export const CreditDecision = z.discriminatedUnion('decision', [
  Approval.extend({ frequency: GrantFrequency.default('once') }),
  Refusal,
])
export type CreditDecision = z.infer<typeof CreditDecision>
/** Monthly credits of a whole account are granted on the page of its plan. */
export const SystemCreditDecision = z.discriminatedUnion('decision', [Approval, Refusal])
export type SystemCreditDecision = z.infer<typeof SystemCreditDecision>

const ofAccount = z.strictObject({ id: AccountId })
const ofRequest = z.strictObject({ id: AccountId, requestId: CreditRequestId })

export const requestCredits = endpoint({
  name: 'requestCredits',
  host: 'main',
  method: 'POST',
  path: '/user/teams/credit-requests/:id',
  caller: 'account-member',
  summary: `Requests more credits from the account's admins; from the system administrators when the account itself has none. One open request per person, at most ${limits.creditRequestsPerDay} per day.`,
  params: ofAccount,
  body: z.strictObject({ reason: NotEmpty(limits.creditRequestCharacters) }),
  reply: { status: 201, json: dataReply(CreditRequest) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'CREDIT_REQUEST_OPEN', 'RATE_LIMITED'],
  idempotency: 'key',
})
export const ownCreditRequest = endpoint({
  name: 'ownCreditRequest',
  host: 'main',
  method: 'GET',
  path: '/user/teams/credit-requests/:id/own',
  caller: 'account-member',
  summary: "Returns the caller's latest request in the account; null when there is none.",
  params: ofAccount,
  reply: { json: dataReply(CreditRequest.nullable()) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})
export const listCreditRequests = endpoint({
  name: 'listCreditRequests',
  host: 'main',
  method: 'GET',
  path: '/user/teams/credit-requests/:id',
  caller: 'account-admin',
  policy: 'account:edit',
  summary:
    "Lists the open credit requests of the account, oldest first, and the account's remaining credits.",
  params: ofAccount,
  reply: { json: dataReply(z.strictObject({ requests: z.array(CreditRequest), creditsLeft: z.number() })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
})
export const decideCreditRequest = endpoint({
  name: 'decideCreditRequest',
  host: 'main',
  method: 'POST',
  path: '/user/teams/credit-requests/:id/:requestId',
  caller: 'account-admin',
  policy: 'account:edit',
  summary:
    "Approves a request: lets the member use more of the account's credits, which must suffice, once or in every month; or refuses it with a reason.",
  params: ofRequest,
  body: CreditDecision,
  reply: { json: dataReply(CreditRequest) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN', 'CREDIT_REQUEST_DECIDED', 'ACCOUNT_OUT_OF_CREDITS'],
  idempotency: 'key',
})
export const listSystemCreditRequests = endpoint({
  name: 'listSystemCreditRequests',
  host: 'main',
  method: 'GET',
  path: '/system/credit-requests',
  caller: 'system-admin',
  summary: 'Lists the open requests in accounts with less than one credit left, oldest first.',
  reply: { json: dataReply(z.array(SystemCreditRequest)) },
  errors: [],
})
export const decideSystemCreditRequest = endpoint({
  name: 'decideSystemCreditRequest',
  host: 'main',
  method: 'POST',
  path: '/system/credit-requests/:requestId',
  caller: 'system-admin',
  summary:
    'Approves such a request by granting credits to the account and the member, or refuses it with a reason.',
  params: z.strictObject({ requestId: CreditRequestId }),
  body: SystemCreditDecision,
  reply: { json: dataReply(CreditRequest) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'CREDIT_REQUEST_DECIDED'],
  idempotency: 'key',
})
export const creditRequestEndpoints = {
  requestCredits,
  ownCreditRequest,
  listCreditRequests,
  decideCreditRequest,
  listSystemCreditRequests,
  decideSystemCreditRequest,
}
