import {
  type AccountId,
  type AccountSettings,
  AUTO_MODEL_ID,
  type AuditAction,
  type AuditDetails,
} from '@atrium/contract'
import { type Database, inTenant, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Actor, lockAccountEditor, requireAccountEditor } from './access.ts'
import { writeAudit } from './audit.ts'

export type ModelToAllow = { modelId: string; displayName: string; providerName: string }

export type SettingPorts = {
  database: Database
  /** Every model except Auto. */
  modelsToAllow(): ModelToAllow[]
  /** Whether this is a public mail domain, which identifies no organization. */
  isPublicDomain(domain: string): boolean
  /** Revokes the account's links that anyone can open. */
  endPublicLinks(trx: Transaction, actor: Actor): Promise<void>
}

export type SettingChanges = { [Key in keyof AccountSettings]?: AccountSettings[Key] | undefined }

/** Returns the account's settings. */
export const readSettings = (ports: SettingPorts, actor: Actor) =>
  inTenant(ports.database, actor, async (trx) => {
    await requireAccountEditor(trx, actor)
    return { settings: await settingsOf(trx, actor.accountId), models: ports.modelsToAllow() }
  })

/**
 * Changes the given settings. The default model must be an allowed one or Auto. The domain must be that of the admin's own
 * confirmed address and not a public mail domain, so that nobody can claim another organization.
 */
export const changeSettings = (ports: SettingPorts, actor: Actor, changes: SettingChanges) =>
  inTenant(ports.database, actor, async (trx) => {
    await lockAccountEditor(trx, actor)
    const before = await settingsOf(trx, actor.accountId)
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const after: AccountSettings = { ...before, ...given }
    refuseUnknownModels(ports, before, after)
    if (after.autoJoinDomain !== before.autoJoinDomain)
      await refuseForeignDomain(trx, ports, actor, after.autoJoinDomain)

    await trx
      .updateTable('account')
      .set({
        default_model_id: after.defaultModelId,
        allowed_model_ids: after.allowedModelIds,
        chat_retention_days: after.chatRetentionDays,
        auto_join_domain: after.autoJoinDomain,
        allows_public_links: after.allowsPublicLinks,
        limit_model_id: after.limitModelId,
      })
      .where('id', '=', actor.accountId)
      .execute()
    if (before.allowsPublicLinks && !after.allowsPublicLinks) await ports.endPublicLinks(trx, actor)
    await auditChanges(trx, actor, before, after)
    return { settings: after, models: ports.modelsToAllow() }
  })

async function settingsOf(trx: Transaction, accountId: AccountId): Promise<AccountSettings> {
  const row = await trx
    .selectFrom('account')
    .select([
      'default_model_id as defaultModelId',
      'allowed_model_ids as allowedModelIds',
      'chat_retention_days as chatRetentionDays',
      'auto_join_domain as autoJoinDomain',
      'allows_public_links as allowsPublicLinks',
      'limit_model_id as limitModelId',
    ])
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row ?? fail('NOT_FOUND')
}

/** A model that was allowed before may have left the configuration: it stays allowed, so that the settings can still be saved. */
function refuseUnknownModels(
  ports: SettingPorts,
  before: AccountSettings,
  { allowedModelIds, defaultModelId, limitModelId }: AccountSettings,
) {
  const known = new Set([
    ...ports.modelsToAllow().map((model) => model.modelId),
    ...(before.allowedModelIds ?? []),
  ])
  const unknown = allowedModelIds?.filter((modelId) => !known.has(modelId)) ?? []
  if (unknown.length > 0) refuse('allowedModelIds', `There is no model called ${unknown.join(', ')}.`)
  if (limitModelId !== null && limitModelId !== before.limitModelId) {
    if (!known.has(limitModelId)) refuse('limitModelId', `There is no model called ${limitModelId}.`)
    if (allowedModelIds && !allowedModelIds.includes(limitModelId))
      refuse('limitModelId', 'The model must be one of those allowed.')
  }
  if (defaultModelId === null || defaultModelId === AUTO_MODEL_ID) return
  if (!known.has(defaultModelId) && defaultModelId !== before.defaultModelId)
    refuse('defaultModelId', `There is no model called ${defaultModelId}.`)
  if (allowedModelIds && !allowedModelIds.includes(defaultModelId))
    refuse('defaultModelId', 'The default model must be one of those allowed.')
}

async function refuseForeignDomain(
  trx: Transaction,
  ports: SettingPorts,
  actor: Actor,
  domain: string | null,
) {
  if (domain === null) return
  if (ports.isPublicDomain(domain))
    refuse('autoJoinDomain', 'Anybody can get an email address at this domain.')
  const admin = await trx
    .selectFrom('identity_user')
    .select(['email', 'email_verified'])
    .where('id', '=', actor.userId)
    .executeTakeFirst()
  if (!admin?.email_verified || admin.email.toLowerCase().split('@').at(-1) !== domain)
    refuse('autoJoinDomain', 'This must be the domain of your own email address.')
}

const refuse = (field: keyof AccountSettings, message: string) =>
  fail('INVALID_INPUT', { issues: [{ path: `body.${field}`, message }] })

async function auditChanges(trx: Transaction, actor: Actor, before: AccountSettings, after: AccountSettings) {
  const audit = async (action: AuditAction, details: AuditDetails) => {
    const { accountId, userId: actorId } = actor
    await writeAudit(trx, { accountId, actorId, action, objectType: 'account', objectId: accountId, details })
  }
  const models = (chosen: AccountSettings) => chosen.allowedModelIds?.join(', ') ?? null
  if (models(before) !== models(after) || before.defaultModelId !== after.defaultModelId)
    await audit('account.models-changed', { allowed: models(after), default: after.defaultModelId })
  if (before.limitModelId !== after.limitModelId)
    await audit('account.limit-changed', { from: before.limitModelId, to: after.limitModelId })
  if (before.chatRetentionDays !== after.chatRetentionDays)
    await audit('account.retention-changed', { from: before.chatRetentionDays, to: after.chatRetentionDays })
  if (before.autoJoinDomain !== after.autoJoinDomain)
    await audit('account.domain-changed', { from: before.autoJoinDomain, to: after.autoJoinDomain })
  if (before.allowsPublicLinks !== after.allowsPublicLinks)
    await audit('account.links-changed', { from: before.allowsPublicLinks, to: after.allowsPublicLinks })
}
