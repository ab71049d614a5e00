import { z } from 'zod'
import { dataReply, endpoint } from '../endpoint.ts'
import { AccountId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Line, ShownName, Text } from '../text/text.ts'

export const accountRoles = ['owner', 'admin', 'member'] as const
export const AccountRole = z.enum(accountRoles)
export type AccountRole = z.infer<typeof AccountRole>
/** The roles that may administer an account (PERM-01). */
export const adminRoles: readonly AccountRole[] = ['owner', 'admin']
export const isAdminRole = (role: AccountRole) => adminRoles.includes(role)

export const userTypes = ['internalAdmin', 'internalMember', 'externalAdmin', 'externalMember'] as const
export const UserType = z.enum(userTypes)
export type UserType = z.infer<typeof UserType>
/** Returns a person's user type in an account (PERM-01): internal where the plan enables reports, admin by their role. */
export const userTypeOf = (role: AccountRole, { enable_reports }: { enable_reports: boolean }): UserType =>
  `${enable_reports ? 'internal' : 'external'}${isAdminRole(role) ? 'Admin' : 'Member'}`

export const SubscriptionPlan = z.strictObject({
  name: z.string(),
  rag_allowed: z.boolean(),
  enable_reports: z.boolean(),
  /** Megabytes (N * 1024 * 1024 bytes) of all files of one knowledge base. */
  rag_max_total_input_size: z.number(),
  /** Megabytes of one file. */
  rag_max_file_size: z.number(),
})
export type SubscriptionPlan = z.infer<typeof SubscriptionPlan>

export const Account = z.strictObject({
  id: AccountId,
  name: z.string(),
  logoUrl: z.string().nullable(),
  subscriptionPlan: SubscriptionPlan,
  role: z.strictObject({ name: AccountRole }),
  /** The caller's user type, by role and plan. */
  userType: UserType,
  memberCount: z.int(),
  /** The owner's address where another of the caller's accounts has a confusable name; else null. Only in the list of accounts. */
  ownerEmail: z.string().nullable(),
  /** Why a system administrator suspended it; null for others. Calls about a suspended account's content are refused. */
  suspendedReason: z.string().nullable(),
})
export type Account = z.infer<typeof Account>

export const AccountName = ShownName(limits.accountNameCharacters)

export const listAccounts = endpoint({
  name: 'listAccounts',
  host: 'main',
  method: 'GET',
  path: '/user/teams',
  caller: 'accepted-terms',
  summary: "Lists the caller's accounts, oldest first.",
  reply: { json: dataReply(z.array(Account)) },
  errors: [],
})
export const createAccount = endpoint({
  name: 'createAccount',
  host: 'main',
  method: 'POST',
  path: '/user/teams',
  caller: 'accepted-terms',
  summary: "Creates an account on the default plan with its public room 'General' and the month's credits.",
  body: z.strictObject({ name: AccountName }),
  reply: { status: 201, json: dataReply(z.strictObject({ teamId: AccountId, account: Account })) },
  errors: ['INVALID_INPUT', 'ACCOUNT_LIMIT_REACHED'],
  idempotency: 'key',
})
export const changeAccount = endpoint({
  name: 'changeAccount',
  host: 'main',
  method: 'PATCH',
  path: '/user/teams/:id',
  caller: 'account-admin',
  policy: 'account:edit',
  summary:
    'Renames an account or sets its logo (the name of a file uploaded by the form of getLogoUploadForm).',
  params: z.strictObject({ id: AccountId }),
  body: z.strictObject({ name: AccountName.optional(), logoFilename: Line(200).nullable().optional() }),
  reply: { json: dataReply(Account) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'key',
})
export const UploadForm = z.strictObject({
  url: z.string(),
  /** Form fields to send before the file, in this order; `key` is the object's name. */
  fields: z.record(z.string(), z.string()),
})
export type UploadForm = z.infer<typeof UploadForm>
export const getLogoUploadForm = endpoint({
  name: 'getLogoUploadForm',
  host: 'main',
  method: 'GET',
  path: '/user/teams/logo/:id/:filename',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: 'Returns a signed form (valid for 5 minutes) to upload a logo: .png, .jpg, .jpeg, at most 2 MB.',
  params: z.strictObject({ id: AccountId, filename: Line(200) }),
  query: z.strictObject({
    'cache-control': Text(200).optional(),
    'content-type': z.enum(['image/png', 'image/jpeg']),
  }),
  reply: { json: dataReply(UploadForm) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN', 'FILE_NOT_SUPPORTED'],
})
export const uploadFile = endpoint({
  name: 'uploadFile',
  host: 'main',
  method: 'POST',
  path: '/files/upload',
  caller: 'file-signature',
  summary:
    'Receives the multipart form of an upload form; the file is the last part. Checks the bytes against the type.',
  reply: { status: 204 },
  errors: ['INVALID_INPUT', 'UPLOAD_REFUSED', 'FILE_TOO_LARGE', 'FILE_NOT_SUPPORTED', 'FILE_EMPTY'],
  bodyLimitBytes: 100 * 1024 * 1024,
})
export const getLogo = endpoint({
  name: 'getLogo',
  host: 'main',
  method: 'GET',
  path: '/files/logo/:name',
  caller: 'anyone',
  summary: "Returns an account's picture by its unguessable name; cached for a year.",
  params: z.strictObject({ name: z.string().regex(/^[0-9a-f]{32}\.(png|jpg)$/) }),
  reply: { other: ['image/png', 'image/jpeg'] },
  errors: ['NOT_FOUND'],
})
export const accountEndpoints = {
  listAccounts,
  createAccount,
  changeAccount,
  getLogoUploadForm,
  uploadFile,
  getLogo,
}
