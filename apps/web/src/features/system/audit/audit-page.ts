import {
  systemAuditKinds,
  type SystemAuditFilters,
  type SystemAuditKind,
  type UserId,
} from '@atrium/contract'
import { oneOf, text } from '../../../lib/text/parse.ts'
import { dayOf, startOfDay } from '../../../lib/text/days.ts'

/** One page of the log: its number from 1, and the filters. Days are of the reader's calendar, 'YYYY-MM-DD'. */
export type SystemAuditPage = {
  page: number
  actor: UserId | null
  kind: SystemAuditKind | null
  from: string | null
  to: string | null
}

export const wholeLog: SystemAuditPage = { page: 1, actor: null, kind: null, from: null, to: null }

export const kindOf = oneOf(...systemAuditKinds)

const userIdOf = (value: unknown): UserId | null =>
  /^user_[0-9a-f-]{36}$/.test(text(value) ?? '') ? (value as UserId) : null

/** The page in an address; ignores invalid filters. */
export const readPage = ({ page, actor, kind, from, to }: Record<string, unknown>): SystemAuditPage => ({
  page: Number.isInteger(page) && Number(page) > 0 ? Number(page) : 1,
  actor: userIdOf(actor),
  kind: kindOf(text(kind)) ?? null,
  from: dayOf(from),
  to: dayOf(to),
})

/** The address parameters of a page. */
export const withoutDefaults = ({ page, actor, kind, from, to }: SystemAuditPage) => ({
  page: page === 1 ? undefined : page,
  actor: actor ?? undefined,
  kind: kind ?? undefined,
  from: from ?? undefined,
  to: to ?? undefined,
})

/** The filters for the server: from the start of the first day to the end of the last. */
export const filtersOf = ({ actor, kind, from, to }: SystemAuditPage): SystemAuditFilters => ({
  ...(actor && { actor }),
  ...(kind && { kind }),
  ...(from && { from: startOfDay(from).toISOString() }),
  ...(to && { to: startOfDay(to, 1).toISOString() }),
})

/** Whether the last day precedes the first: then nothing matches. */
export const isWrongWay = ({ from, to }: SystemAuditPage): boolean =>
  from !== null && to !== null && to < from

export const isFiltered = ({ actor, kind, from, to }: SystemAuditPage): boolean =>
  [actor, kind, from, to].some((wanted) => wanted !== null)
