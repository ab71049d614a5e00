import {
  systemAuditKinds,
  type SystemAuditFilters,
  type SystemAuditKind,
  type UserId,
} from '@atrium/contract'
import { oneOf, text } from '../../../lib/text/parse.ts'
import { type Period, periodFilter, readLogPage } from '../../audit/index.ts'

/** One page of the log: its number from 1, and the filters. */
export type SystemAuditPage = Period & { page: number; actor: UserId | null; kind: SystemAuditKind | null }

export const wholeLog: SystemAuditPage = { page: 1, actor: null, kind: null, from: null, to: null }

export const kindOf = oneOf(...systemAuditKinds)

/** The page in an address; ignores invalid filters. */
export const readPage = (address: Record<string, unknown>): SystemAuditPage => ({
  ...readLogPage(address),
  kind: kindOf(text(address['kind'])) ?? null,
})

/** The filters for the server. */
export const filtersOf = ({ actor, kind, ...period }: SystemAuditPage): SystemAuditFilters => ({
  ...(actor && { actor }),
  ...(kind && { kind }),
  ...periodFilter(period),
})
