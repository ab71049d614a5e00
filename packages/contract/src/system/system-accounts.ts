import { z } from 'zod'
import { SubscriptionPlan } from '../accounts/accounts.ts'
import { GrantFrequency } from '../accounts/credit-requests.ts'
import { dataPageReply, dataReply, endpoint, pageNumber } from '../endpoint.ts'
import { AccountId, GrantId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Line, Text } from '../text/text.ts'

/** A plan of the plans file, with its whole credits per month. */
export const SystemPlan = z.strictObject({
  name: z.string(),
  description: z.string(),
  isDefault: z.boolean(),
  monthlyCredits: z.strictObject({ team: z.int(), member: z.int() }),
  features: SubscriptionPlan,
})
export type SystemPlan = z.infer<typeof SystemPlan>

/** `deleted`: by a system administrator, who can restore it. */
export const systemAccountStates = ['active', 'suspended', 'deleted'] as const
export const SystemAccountState = z.enum(systemAccountStates)
export type SystemAccountState = z.infer<typeof SystemAccountState>

/** An account of the installation as system administrators see it: no content, only its state, plan and credits. */
export const SystemAccount = z.strictObject({
  id: AccountId,
  name: z.string(),
  /** The effective plan: the default one when the file no longer has its own. */
  planName: z.string(),
  ownerName: z.string().nullable(),
  ownerEmail: z.string().nullable(),
  memberCount: z.int(),
  createdAt: z.iso.datetime(),
  state: SystemAccountState,
  /** Shown to its members, too; null unless it is suspended. */
  suspendedReason: z.string().nullable(),
  /** When a deleted account is erased. */
  erasedAt: z.iso.datetime().nullable(),
  /** When a question was asked last. */
  lastUsedAt: z.iso.datetime().nullable(),
  /** The team's remaining credits, without holds of running answers. */
  balance: z.number(),
  usedThisMonth: z.number(),
  /** Credits of the month: the plan's, raises, and monthly grants. */
  monthlyCredits: z.number(),
  /** Total credits of the active monthly grants. */
  monthlyGrants: z.int(),
})
export type SystemAccount = z.infer<typeof SystemAccount>

export const listSystemAccounts = endpoint({
  name: 'listSystemAccounts',
  host: 'main',
  method: 'GET',
  path: '/system/accounts',
  caller: 'system-admin',
  summary:
    'Lists the accounts of the installation by name, with plan, balance and usage of the current month.',
  query: z.strictObject({
    page: pageNumber(1, 100_000),
    page_size: pageNumber(limits.systemPageSize, limits.listPageSizeMost),
    /** Part of the account's name or of its owner's name or address, or its id. */
    search: Text(limits.memberSearchCharacters).optional(),
    /** All that are not deleted when left out. */
    state: SystemAccountState.optional(),
  }),
  reply: { json: dataPageReply(SystemAccount) },
  errors: ['INVALID_INPUT'],
})

export const listSystemPlans = endpoint({
  name: 'listSystemPlans',
  host: 'main',
  method: 'GET',
  path: '/system/plans',
  caller: 'system-admin',
  summary: 'Lists the plans, in the order of the plans file.',
  reply: { json: dataReply(z.array(SystemPlan)) },
  errors: [],
})

const ofAccount = z.strictObject({ id: AccountId })

export const changeAccountPlan = endpoint({
  name: 'changeAccountPlan',
  host: 'main',
  method: 'PATCH',
  path: '/system/accounts/:id',
  caller: 'system-admin',
  summary:
    "Sets an account's plan and raises the current month to what it gives. A smaller plan takes nothing back.",
  params: ofAccount,
  body: z.strictObject({ planName: Line(60) }),
  reply: { json: dataReply(SystemAccount) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  idempotency: 'ids',
})

/** Credits that a system administrator granted an account: to the team, and the same amount to each member. */
export const CreditGrant = z.strictObject({
  id: GrantId,
  credits: z.int(),
  frequency: GrantFrequency,
  reason: z.string(),
  grantedAt: z.iso.datetime(),
  /** Null: by a command on the server. An erased person is 'Deleted user'. */
  grantedByName: z.string().nullable(),
  /** When a monthly grant ended; its credits of that month stay. */
  endedAt: z.iso.datetime().nullable(),
})
export type CreditGrant = z.infer<typeof CreditGrant>

export const listCreditGrants = endpoint({
  name: 'listCreditGrants',
  host: 'main',
  method: 'GET',
  path: '/system/accounts/:id/grants',
  caller: 'system-admin',
  summary: 'Lists the credits that system administrators granted the account, newest first; the last 100.',
  params: ofAccount,
  reply: { json: dataReply(z.array(CreditGrant)) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})

export const grantAccountCredits = endpoint({
  name: 'grantAccountCredits',
  host: 'main',
  method: 'POST',
  path: '/system/accounts/:id/grants',
  caller: 'system-admin',
  summary:
    'Grants an account credits: once, without expiry, or monthly from the current month on, expiring with each month. Sending the same id again grants nothing more.',
  params: ofAccount,
  body: z.strictObject({
    id: GrantId,
    credits: z
      .int('This must be a whole number.')
      .min(1, 'Grant at least 1 credit.')
      .max(limits.maxGrantCredits, `Grant at most ${limits.maxGrantCredits} credits.`),
    frequency: GrantFrequency,
    reason: Line(limits.grantReasonCharacters),
  }),
  reply: { json: dataReply(CreditGrant) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'],
  idempotency: 'ids',
})

export const endMonthlyGrant = endpoint({
  name: 'endMonthlyGrant',
  host: 'main',
  method: 'DELETE',
  path: '/system/accounts/:id/grants/:grantId',
  caller: 'system-admin',
  summary: 'Ends a monthly grant from the next month on. Idempotent.',
  params: z.strictObject({ id: AccountId, grantId: GrantId }),
  reply: { json: dataReply(CreditGrant) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  idempotency: 'ids',
})

export const suspendAccount = endpoint({
  name: 'suspendAccount',
  host: 'main',
  method: 'POST',
  path: '/system/accounts/:id/suspend',
  caller: 'system-admin',
  summary:
    'Suspends an account: its members get ACCOUNT_SUSPENDED with the reason, running answers end, and jobs pause. Its data stays. FORBIDDEN while a system administrator is a member.',
  params: ofAccount,
  body: z.strictObject({ reason: Line(300) }),
  reply: { json: dataReply(SystemAccount) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'ids',
})

export const reinstateAccount = endpoint({
  name: 'reinstateAccount',
  host: 'main',
  method: 'POST',
  path: '/system/accounts/:id/reinstate',
  caller: 'system-admin',
  summary: 'Ends the suspension of an account; paused jobs continue.',
  params: ofAccount,
  reply: { json: dataReply(SystemAccount) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  idempotency: 'ids',
})

export const deleteSystemAccount = endpoint({
  name: 'deleteSystemAccount',
  host: 'main',
  method: 'DELETE',
  path: '/system/accounts/:id',
  caller: 'system-admin',
  summary:
    'Deletes an account of others. Only a system administrator can restore it, for 30 days; then it is erased. FORBIDDEN while a system administrator is a member.',
  params: ofAccount,
  reply: { json: dataReply(SystemAccount) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'ids',
})

export const restoreSystemAccount = endpoint({
  name: 'restoreSystemAccount',
  host: 'main',
  method: 'POST',
  path: '/system/accounts/:id/restore',
  caller: 'system-admin',
  summary: 'Restores an account that a system administrator deleted.',
  params: ofAccount,
  reply: { json: dataReply(SystemAccount) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  idempotency: 'ids',
})

export const endAccountSessions = endpoint({
  name: 'endAccountSessions',
  host: 'main',
  method: 'POST',
  path: '/system/accounts/:id/end-sessions',
  caller: 'system-admin',
  summary: 'Signs all members of an account out everywhere, except the caller.',
  params: ofAccount,
  reply: { json: dataReply(z.strictObject({ people: z.int() })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  idempotency: 'ids',
})

export const systemAccountEndpoints = {
  suspendAccount,
  reinstateAccount,
  deleteSystemAccount,
  restoreSystemAccount,
  endAccountSessions,
  listSystemAccounts,
  listSystemPlans,
  changeAccountPlan,
  listCreditGrants,
  grantAccountCredits,
  endMonthlyGrant,
}
