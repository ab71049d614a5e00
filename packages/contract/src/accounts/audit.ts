import { z } from 'zod'
import { dataPageReply, endpoint, pageNumber } from '../endpoint.ts'
import { AccountId, UserId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Line } from '../text/text.ts'

/** Audited actions, as object and verb. */
export const auditActions = [
  'account.created',
  'account.renamed',
  'account.logo-changed',
  'account.models-changed',
  'account.retention-changed',
  'account.domain-changed',
  'account.links-changed',
  'account.plan-changed',
  'account.credits-granted',
  'account.grant-ended',
  'account.billing-changed',
  'account.plan-chosen',
  'order.placed',
  'order.paid',
  'order.taken-back',
  'account.deleted',
  'account.restored',
  'account.suspended',
  'account.reinstated',
  'account.sessions-ended',
  'account.log-read',
  'account.log-exported',
  'member.joined',
  'member.role-changed',
  'member.limit-changed',
  'member.extra-changed',
  'member.removed',
  'member.left',
  'member.data-exported',
  'owner.changed',
  'sign-in.succeeded',
  'sign-in.refused',
  'invite.sent',
  'invite.resent',
  'invite.withdrawn',
  'invite.declined',
  'link.created',
  'link.revoked',
  'credits.requested',
  'credits.granted',
  'credits.refused',
  'account.limit-changed',
  'room.limit-changed',
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
  'room-file.opened',
  'knowledge-base.created',
  'knowledge-base.changed',
  'knowledge-base.deleted',
  'chat.shared',
  'chat.sharing-ended',
  'chat.link-created',
  'chat.link-revoked',
  'prompt.shared',
  'prompt.changed',
  'prompt.deleted',
  'prompt.restored',
  'canvas.shared',
  'canvas.sharing-ended',
  'canvas.deleted',
  'canvas.restored',
  'schedule.created',
  'schedule.changed',
  'schedule.deleted',
  'tool-server.connected',
  'tool-server.changed',
  'tool-server.removed',
  'tool-server.tools-accepted',
  'tool-server.tools-withdrawn',
  'tool-server.signed-in',
  'tool-server.sign-in-failed',
  'tool-server.signed-out',
  'room.tools-changed',
  'tool-server.call-allowed',
  'tool-server.call-refused',
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
  'chat',
  'prompt',
  'canvas',
  'schedule',
  'order',
  'tool-server',
] as const
export const AuditObjectType = z.enum(auditObjectTypes)
export type AuditObjectType = z.infer<typeof AuditObjectType>

/** Details of an action: `from` and `to` of a change, `name` of its object. */
export const AuditDetails = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type AuditDetails = z.infer<typeof AuditDetails>

export const AuditEntry = z.strictObject({
  id: z.int(),
  at: z.iso.datetime(),
  actorId: UserId,
  /** The current name, 'Deleted user' once they are erased; null for a command on the server. */
  actorName: z.string().nullable(),
  actorEmail: z.string().nullable(),
  action: AuditAction,
  objectType: AuditObjectType,
  objectId: z.string(),
  /** The current name of the affected person, 'Deleted user' once they are erased; null when there is none. */
  personName: z.string().nullable(),
  /** The current name of the entry's room; null when the reader may not see it. */
  roomName: z.string().nullable(),
  details: AuditDetails,
})
export type AuditEntry = z.infer<typeof AuditEntry>

const auditFilters = {
  actor: UserId.optional(),
  action: AuditAction.optional(),
  object_type: AuditObjectType.optional(),
  object_id: Line(300).optional(),
  /** Time range, ISO 8601: from (inclusive) and to (exclusive). */
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
  summary: 'Lists audit entries of the account, newest first.',
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
  summary: 'Exports all audit entries as a CSV file (UTF-8, RFC 4180).',
  params: z.strictObject({ id: AccountId }),
  query: AuditFilters,
  reply: { other: ['text/csv'] },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
})
export const auditEndpoints = { listAudit, exportAudit }
