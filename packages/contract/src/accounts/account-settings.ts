import { z } from 'zod'
import { Account } from './accounts.ts'
import { dataReply, endpoint } from '../endpoint.ts'
import { AccountId } from '../ids.ts'
import { limits } from '../limits.ts'
import { AllowedModelIds, ModelId } from '../models/models.ts'

/** A domain as in an email address, in lower case. */
export const EmailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, 'A domain has at most 253 characters.')
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
    'This is not a domain such as example.com.',
  )

const settings = {
  /** The preselected model; null: the server default. */
  defaultModelId: ModelId.nullable(),
  /** Allowed models beside Auto, which chooses among them; null: all. */
  allowedModelIds: AllowedModelIds,
  /** Days after its last question until a chat is erased; null: never. */
  chatRetentionDays: z.int().min(1).max(limits.chatRetentionDaysMost).nullable(),
  /** People with a confirmed address of this domain may join without an invitation; null: nobody. */
  autoJoinDomain: EmailDomain.nullable(),
  /** Whether chat owners may make links that anyone can open; switching it off ends those links. */
  allowsPublicLinks: z.boolean(),
  /** The model that answers when a monthly limit leaves too little; null: such questions are refused. */
  limitModelId: ModelId.nullable(),
}
export const AccountSettings = z.strictObject(settings)
export type AccountSettings = z.infer<typeof AccountSettings>

const settingsReply = dataReply(
  z.strictObject({
    settings: AccountSettings,
    /** Every model that can be allowed, whether or not it is. */
    models: z.array(
      z.strictObject({ modelId: z.string(), displayName: z.string(), providerName: z.string() }),
    ),
  }),
)
const ofAccount = z.strictObject({ id: AccountId })

export const getAccountSettings = endpoint({
  name: 'getAccountSettings',
  host: 'main',
  method: 'GET',
  path: '/user/teams/settings/:id',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: "The account's settings, and the models that admins can allow.",
  params: ofAccount,
  reply: { json: settingsReply },
  errors: ['NOT_FOUND', 'FORBIDDEN'],
})
export const changeAccountSettings = endpoint({
  name: 'changeAccountSettings',
  host: 'main',
  method: 'PATCH',
  path: '/user/teams/settings/:id',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: 'Changes the given settings.',
  params: ofAccount,
  body: z.strictObject({
    defaultModelId: settings.defaultModelId.optional(),
    allowedModelIds: settings.allowedModelIds.optional(),
    chatRetentionDays: settings.chatRetentionDays.optional(),
    autoJoinDomain: settings.autoJoinDomain.optional(),
    allowsPublicLinks: settings.allowsPublicLinks.optional(),
    limitModelId: settings.limitModelId.optional(),
  }),
  reply: { json: settingsReply },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'key',
})
export const deleteAccount = endpoint({
  name: 'deleteAccount',
  host: 'main',
  method: 'DELETE',
  path: '/user/teams/:id',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: `Deletes the account; for its owner. Nobody can use it anymore; its owner can restore it for ${limits.accountUndoDays} days, then it is erased.`,
  params: ofAccount,
  reply: { json: dataReply(z.strictObject({ accountId: AccountId, erasedAt: z.iso.datetime() })) },
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'key',
})
export const DeletedAccount = z.strictObject({
  id: AccountId,
  name: z.string(),
  deletedAt: z.iso.datetime(),
  /** Until when it can be restored. */
  erasedAt: z.iso.datetime(),
})
export type DeletedAccount = z.infer<typeof DeletedAccount>
export const listDeletedAccounts = endpoint({
  name: 'listDeletedAccounts',
  host: 'main',
  method: 'GET',
  path: '/user/teams/deleted',
  caller: 'accepted-terms',
  summary: "Lists the caller's deleted accounts that can still be restored.",
  reply: { json: dataReply(z.array(DeletedAccount)) },
  errors: [],
})
export const restoreAccount = endpoint({
  name: 'restoreAccount',
  host: 'main',
  method: 'POST',
  path: '/user/teams/restore',
  caller: 'accepted-terms',
  summary: 'Restores a deleted account with its members, rooms and chats; for its owner.',
  body: z.strictObject({ accountId: AccountId }),
  reply: { json: dataReply(Account) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'ACCOUNT_LIMIT_REACHED'],
  idempotency: 'key',
})
export const accountSettingEndpoints = {
  getAccountSettings,
  changeAccountSettings,
  deleteAccount,
  listDeletedAccounts,
  restoreAccount,
}
