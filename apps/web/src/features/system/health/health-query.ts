import {
  getHealthReport,
  type HealthIssue,
  type HealthReport,
  type UnavailableReason,
} from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../../lib/api/api-error.ts'
import { api } from '../../../lib/api/api.ts'

/** Refresh intervals of the open page, and of the mark in the menu on other pages. */
export const pageRefreshMs = 10_000
export const markRefreshMs = 60_000

export const healthQuery = queryOptions({
  queryKey: ['system-health'],
  queryFn: async ({ signal }) => (await api.call(getHealthReport, {}, { signal, showsOutage: true })).data,
  staleTime: 5_000,
})

const issueOf: Partial<Record<UnavailableReason, HealthIssue>> = {
  'database-unreachable': 'DATABASE_UNREACHABLE',
  'database-read-only': 'DATABASE_READ_ONLY',
  'database-disk-full': 'DATABASE_DISK_FULL',
  'database-too-many-connections': 'DATABASE_TOO_MANY_CONNECTIONS',
  'database-stopping': 'DATABASE_STOPPING',
  'database-busy': 'DATABASE_BUSY',
}

/**
 * The last report, updated by a failed refresh: without a database the server returns only that error, so the report shows the
 * database in trouble and the rest unchanged.
 */
export function withOutage(report: HealthReport, error: unknown): HealthReport {
  const reason = error instanceof ApiError && error.code === 'UNAVAILABLE' ? error.details['reason'] : null
  const issue = typeof reason === 'string' ? issueOf[reason as UnavailableReason] : undefined
  if (!issue) return report
  const database = { state: 'trouble' as const, issues: [issue], facts: null }
  return { ...report, state: 'trouble', parts: { ...report.parts, database } }
}
