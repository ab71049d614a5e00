import { type AuditAction, auditActions, type AuditFilters, type UserId } from '@atrium/contract'
import { oneOf } from '../../lib/text/parse.ts'
import { type Period, periodFilter, readLogPage } from './log-page.ts'

/** One page of the log: its number from 1, and the filters. */
export type AuditPage = Period & { page: number; actor: UserId | null; action: AuditAction | null }

export const wholeLog: AuditPage = { page: 1, actor: null, action: null, from: null, to: null }

const actionOf = oneOf(...auditActions)

/** The page in an address; ignores invalid filters. */
export const readPage = (address: Record<string, unknown>): AuditPage => ({
  ...readLogPage(address),
  action: actionOf(address['action']),
})

/** The filters for the server. */
export const filtersOf = ({ actor, action, ...period }: AuditPage): AuditFilters => ({
  ...(actor && { actor }),
  ...(action && { action }),
  ...periodFilter(period),
})
