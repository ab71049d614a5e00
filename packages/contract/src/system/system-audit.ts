import { z } from 'zod'
import { AuditDetails } from '../accounts/audit.ts'
import { dataReply, endpoint, pageNumber } from '../endpoint.ts'
import { AccountId, UserId } from '../ids.ts'
import { limits } from '../limits.ts'

/** What system administrators do, by the kind of its object. */
export const systemAuditActions = [
  'account.plan-changed',
  'account.credits-granted',
  'account.grant-ended',
  'account.request-approved',
  'account.request-refused',
  'account.suspended',
  'account.reinstated',
  'account.sessions-ended',
  'account.deleted',
  'account.restored',
  'person.admin-made',
  'person.admin-removed',
  'person.sessions-ended',
  'person.unlocked',
  'person.list-exported',
  'person.suspended',
  'person.reinstated',
  'person.deleted',
  'person.restored',
  'provider.added',
  'provider.changed',
  'provider.key-changed',
  'provider.switched-on',
  'provider.switched-off',
  'provider.removed',
  'notice.downtime',
  'notice.announcement',
  'notice.new-chat',
  'notice.forced-sign-out',
  'notice.forced-sign-out-cleared',
  'setting.sign-up',
  'setting.mail',
  'setting.web-search',
  'setting.branding',
  'setting.setup-claimed',
  'sign-up.invited',
  'sign-up.removed',
  'mail.stopped',
  'mail.resumed',
  'log.exported',
] as const
export const SystemAuditAction = z.enum(systemAuditActions)
export type SystemAuditAction = z.infer<typeof SystemAuditAction>

export const systemAuditKinds = [
  'account',
  'person',
  'provider',
  'notice',
  'setting',
  'sign-up',
  'mail',
  'log',
] as const
export const SystemAuditKind = z.enum(systemAuditKinds)
export type SystemAuditKind = z.infer<typeof SystemAuditKind>

export const SystemAuditEntry = z.strictObject({
  id: z.int(),
  at: z.iso.datetime(),
  /** Null: a command on the server. */
  actorId: UserId.nullable(),
  /** The current name, 'Deleted user' once they are erased; null for a command, and without a name. */
  actorName: z.string().nullable(),
  action: SystemAuditAction,
  /** The current name or the address of the affected person. */
  personName: z.string().nullable(),
  /** The affected account, if it exists still. */
  account: z.strictObject({ id: AccountId, name: z.string() }).nullable(),
  objectId: z.string().nullable(),
  /** `from` and `to` of a change where they are harmless; never a secret. */
  details: AuditDetails,
})
export type SystemAuditEntry = z.infer<typeof SystemAuditEntry>

const filters = {
  actor: UserId.optional(),
  kind: SystemAuditKind.optional(),
  /** Time range, ISO 8601: from (inclusive) and to (exclusive). */
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
}
export const SystemAuditFilters = z.strictObject(filters)
export type SystemAuditFilters = z.infer<typeof SystemAuditFilters>

export const listSystemAudit = endpoint({
  name: 'listSystemAudit',
  host: 'main',
  method: 'GET',
  path: '/system/audit',
  caller: 'system-admin',
  summary: 'Lists what system administrators and commands on the server did, newest first.',
  query: z.strictObject({
    ...filters,
    page: pageNumber(1, 100_000),
    page_size: pageNumber(limits.auditPageSize, limits.listPageSizeMost),
  }),
  reply: {
    json: dataReply(
      z.strictObject({
        entries: z.array(SystemAuditEntry),
        count: z.int(),
        /** Everybody who did something in the whole log, by name. */
        actors: z.array(z.strictObject({ id: UserId, name: z.string().nullable() })),
      }),
    ),
  },
  errors: ['INVALID_INPUT'],
})

export const exportSystemAudit = endpoint({
  name: 'exportSystemAudit',
  host: 'main',
  method: 'GET',
  path: '/system/audit/export',
  caller: 'system-admin',
  summary: 'Exports all matching entries as a CSV file (UTF-8, RFC 4180).',
  query: SystemAuditFilters,
  reply: { other: ['text/csv'] },
  errors: ['INVALID_INPUT'],
})

export const systemAuditEndpoints = { listSystemAudit, exportSystemAudit }
