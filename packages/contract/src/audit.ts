import { z } from 'zod'
import { dataPageReply, endpoint, pageNumber } from './endpoint.ts'
import { AccountId, UserId } from './ids.ts'
import { limits } from './limits.ts'
import { Line } from './text.ts'

/** What admins do that is remembered, as object and verb. */
export const auditActions = [
  'account.created',
  'account.renamed',
  'account.logo-changed',
  'account.models-changed',
  'account.retention-changed',
  'account.domain-changed',
  'account.deleted',
  'account.restored',
  'member.joined',
  'member.role-changed',
  'member.limit-changed',
  'member.removed',
  'member.left',
  'owner.changed',
  'invite.sent',
  'invite.resent',
  'invite.withdrawn',
  'invite.declined',
  'link.created',
  'link.revoked',
  'room.created',
  'room.changed',
  'room.deleted',
  'room.restored',
  'room-member.added',
  'room-member.role-changed',
  'room-member.removed',
  'room-member.left',
  'room-file.added',
  'room-file.deleted',
  'knowledge-base.created',
  'knowledge-base.changed',
  'knowledge-base.deleted',
] as const
export const AuditAction = z.enum(auditActions)
export type AuditAction = z.infer<typeof AuditAction>

export const auditObjectTypes = [
  'account',
  'member',
  'invite',
  'link',
  'room',
  'file',
  'knowledge-base',
] as const
export const AuditObjectType = z.enum(auditObjectTypes)
export type AuditObjectType = z.infer<typeof AuditObjectType>

/** Particulars of an action, by plain names: `from` and `to` of a change, `name` of its object. */
export const AuditDetails = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type AuditDetails = z.infer<typeof AuditDetails>

export const AuditEntry = z.strictObject({
  id: z.int(),
  at: z.iso.datetime(),
  actorId: UserId,
  /** The name they bear now; null when they are gone. */
  actorName: z.string().nullable(),
  actorEmail: z.string().nullable(),
  action: AuditAction,
  objectType: AuditObjectType,
  objectId: z.string(),
  /** Whom it was done to, by the name they bear now; null when it was done to nobody, or they are gone. */
  personName: z.string().nullable(),
  details: AuditDetails,
})
export type AuditEntry = z.infer<typeof AuditEntry>

const auditFilters = {
  actor: UserId.optional(),
  action: AuditAction.optional(),
  object_type: AuditObjectType.optional(),
  object_id: Line(300).optional(),
  /** Moments, ISO 8601: from this one on, and before that one. */
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
}
export const AuditFilters = z.strictObject(auditFilters)
export type AuditFilters = z.infer<typeof AuditFilters>

export const listAudit = endpoint({
  name: 'listAudit',
  host: 'main',
  method: 'GET',
  path: '/user/teams/audit/:id',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: 'What admins did in the account, newest first.',
  params: z.strictObject({ id: AccountId }),
  query: z.strictObject({
    ...auditFilters,
    page: pageNumber(1, 100_000),
    page_size: pageNumber(limits.auditPageSize, limits.listPageSizeMost),
  }),
  reply: { json: dataPageReply(AuditEntry) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
})
export const exportAudit = endpoint({
  name: 'exportAudit',
  host: 'main',
  method: 'GET',
  path: '/user/teams/audit/:id/export',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: 'The same entries, all of them, as a CSV file (UTF-8, RFC 4180).',
  params: z.strictObject({ id: AccountId }),
  query: AuditFilters,
  reply: { other: ['text/csv'] },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
})
export const auditEndpoints = { listAudit, exportAudit }
