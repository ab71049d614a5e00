import { type AuditAction, auditActions, type AuditFilters, type UserId } from '@atrium/contract'
import { dayOf, startOfDay } from '../../lib/text/days.ts'
import { oneOf, text } from '../../lib/text/parse.ts'

/** One page of the log: its number from 1, and the filters. Days are of the reader's calendar, 'YYYY-MM-DD'. */
export type AuditPage = {
  page: number
  actor: UserId | null
  action: AuditAction | null
  from: string | null
  to: string | null
}

export const wholeLog: AuditPage = { page: 1, actor: null, action: null, from: null, to: null }

const actionOf = oneOf(...auditActions)

const userIdOf = (value: unknown): UserId | null =>
  /^user_[0-9a-f-]{36}$/.test(text(value) ?? '') ? (value as UserId) : null

/** The page in an address; ignores invalid filters. */
export const readPage = ({ page, actor, action, from, to }: Record<string, unknown>): AuditPage => ({
  page: Number.isInteger(page) && Number(page) > 0 ? Number(page) : 1,
  actor: userIdOf(actor),
  action: actionOf(action),
  from: dayOf(from),
  to: dayOf(to),
})

/** The address parameters of a page. */
export const withoutDefaults = ({ page, actor, action, from, to }: AuditPage) => ({
  page: page === 1 ? undefined : page,
  actor: actor ?? undefined,
  action: action ?? undefined,
  from: from ?? undefined,
  to: to ?? undefined,
})

/** The filters for the server: from the start of the first day to the end of the last. */
export const filtersOf = ({ actor, action, from, to }: AuditPage): AuditFilters => ({
  ...(actor && { actor }),
  ...(action && { action }),
  ...(from && { from: startOfDay(from).toISOString() }),
  ...(to && { to: startOfDay(to, 1).toISOString() }),
})

/** Whether the last day precedes the first: then nothing matches. */
export const isWrongWay = ({ from, to }: AuditPage): boolean => from !== null && to !== null && to < from

export const isFiltered = (page: AuditPage): boolean =>
  [page.actor, page.action, page.from, page.to].some((wanted) => wanted !== null)
