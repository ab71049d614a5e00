import { z } from 'zod'
import { endpoint, messageReply, pageNumber } from '../endpoint.ts'
import { RoomId, UserId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Line } from '../text/text.ts'

/** What credits are used for: a question, generated pictures, or a writing tool. */
export const usageKinds = ['question', 'picture', 'shaping', 'job'] as const
export const UsageKind = z.enum(usageKinds)
export type UsageKind = z.infer<typeof UsageKind>

/** The subject of each row in a usage report. */
export const usageViews = ['member', 'date', 'room', 'model'] as const
export const UsageView = z.enum(usageViews)
export type UsageView = z.infer<typeof UsageView>

export const usageSorts = ['name', 'requests', 'credits'] as const
export const UsageSort = z.enum(usageSorts)
export type UsageSort = z.infer<typeof UsageSort>

export const historySorts = ['time', 'credits'] as const
export const HistorySort = z.enum(historySorts)
export type HistorySort = z.infer<typeof HistorySort>

const order = z.enum(['asc', 'desc']).default('desc')

/** The days of a report, both included, in the reader's time zone, and its filters. */
const ownFilters = {
  from: z.iso.date(),
  to: z.iso.date(),
  /** IANA name; days start at its midnight. */
  time_zone: Line(60).default('UTC'),
  room: RoomId.optional(),
  model: Line(200).optional(),
  kind: UsageKind.optional(),
}
export const OwnUsageFilters = z.strictObject(ownFilters)
const usageFilters = { ...ownFilters, member: UserId.optional() }
export const UsageFilters = z.strictObject(usageFilters)
export type UsageFilters = z.infer<typeof UsageFilters>

export const UsageRow = z.strictObject({
  /** The member's, room's or model's id, or the date; null for usage without a room or a known model. */
  key: z.string().nullable(),
  /** Null without a key, and for rooms that are gone or that the reader may not see. An erased member is 'Deleted user'. */
  name: z.string().nullable(),
  /** Of members. */
  email: z.string().nullable(),
  requests: z.int(),
  /** In credits, to the thousandth. */
  credits: z.number(),
})
export type UsageRow = z.infer<typeof UsageRow>

const totals = { count: z.int(), requests: z.int(), credits: z.number() }

export const UsageReport = z.strictObject({
  rows: z.array(UsageRow),
  /** `count` of all rows, and the sums over all of them. */
  ...totals,
})
export type UsageReport = z.infer<typeof UsageReport>

export const UsageEntry = z.strictObject({
  id: z.string(),
  at: z.iso.datetime(),
  kind: UsageKind,
  modelId: z.string().nullable(),
  modelName: z.string().nullable(),
  roomId: RoomId.nullable(),
  /** Null when the room is gone or closed to the reader. */
  roomName: z.string().nullable(),
  credits: z.number(),
})
export type UsageEntry = z.infer<typeof UsageEntry>

export const UsageHistory = z.strictObject({ entries: z.array(UsageEntry), ...totals })
export type UsageHistory = z.infer<typeof UsageHistory>

const pages = {
  page: pageNumber(1, 100_000),
  page_size: pageNumber(limits.usagePageSize, limits.maxUsagePageSize),
}
const reportErrors = ['INVALID_INPUT', 'NOT_FOUND', 'REPORTS_NOT_ALLOWED'] as const

export const getUsage = endpoint({
  name: 'getUsage',
  host: 'main',
  method: 'GET',
  path: '/user/usage',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: 'Reports the credits used by member, date, room or model, with the sums over all rows.',
  query: z.strictObject({
    ...usageFilters,
    view: UsageView,
    sort: UsageSort.default('credits'),
    order,
    ...pages,
  }),
  reply: { json: messageReply(UsageReport) },
  errors: [...reportErrors, 'FORBIDDEN'],
})
export const exportUsage = endpoint({
  name: 'exportUsage',
  host: 'main',
  method: 'GET',
  path: '/user/usage/export',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: 'Exports a usage report as a CSV file (UTF-8, RFC 4180).',
  query: z.strictObject({ ...usageFilters, view: UsageView, sort: UsageSort.default('credits'), order }),
  reply: { other: ['text/csv'] },
  errors: [...reportErrors, 'FORBIDDEN'],
})
export const getUsageHistory = endpoint({
  name: 'getUsageHistory',
  host: 'main',
  method: 'GET',
  path: '/user/usage/history',
  caller: 'account-member',
  summary: 'Lists what the caller used credits for, with the sums over all entries.',
  query: z.strictObject({ ...ownFilters, sort: HistorySort.default('time'), order, ...pages }),
  reply: { json: messageReply(UsageHistory) },
  errors: reportErrors,
})
export const exportUsageHistory = endpoint({
  name: 'exportUsageHistory',
  host: 'main',
  method: 'GET',
  path: '/user/usage/history/export',
  caller: 'account-member',
  summary: "Exports the caller's usage as a CSV file (UTF-8, RFC 4180), newest first.",
  query: OwnUsageFilters,
  reply: { other: ['text/csv'] },
  errors: reportErrors,
})
/** How well the knowledge of the account's rooms answered questions in the last 90 days, and its gaps. Never reveals who asked. */
export const KnowledgeReport = z.strictObject({
  rooms: z.array(
    z.strictObject({
      /** Null for the sum over rooms that are closed to the reader. */
      roomId: RoomId.nullable(),
      name: z.string().nullable(),
      /** Answers whose question was searched for in files of the room. */
      searches: z.int(),
      foundNothing: z.int(),
      /** Whether the reader may open the room's knowledge check; else there are no questions. */
      mayCheck: z.boolean(),
      /** Questions that found nothing, latest first; only those that the knowledge check shows. */
      questions: z.array(z.strictObject({ question: z.string(), askedAt: z.iso.datetime() })),
      /** Number of further ones whose text is hidden. */
      hiddenCount: z.int(),
    }),
  ),
})
export type KnowledgeReport = z.infer<typeof KnowledgeReport>

export const getKnowledgeReport = endpoint({
  name: 'getKnowledgeReport',
  host: 'main',
  method: 'GET',
  path: '/user/usage/knowledge',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: `Reports by room how many questions of the last ${limits.insightDays} days the files answered, and which found nothing.`,
  reply: { json: messageReply(KnowledgeReport) },
  errors: ['NOT_FOUND', 'REPORTS_NOT_ALLOWED', 'FORBIDDEN'],
})
export const exportKnowledgeReport = endpoint({
  name: 'exportKnowledgeReport',
  host: 'main',
  method: 'GET',
  path: '/user/usage/knowledge/export',
  caller: 'account-admin',
  policy: 'account:edit',
  summary:
    'Exports the report of knowledge as a CSV file (UTF-8, RFC 4180): a line for each room, followed by one for each question that found nothing.',
  reply: { other: ['text/csv'] },
  errors: ['NOT_FOUND', 'REPORTS_NOT_ALLOWED', 'FORBIDDEN'],
})
export const reportEndpoints = {
  getUsage,
  exportUsage,
  getUsageHistory,
  exportUsageHistory,
  getKnowledgeReport,
  exportKnowledgeReport,
}
