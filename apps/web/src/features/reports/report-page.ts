import { historySorts, isId, type UsageFilters, usageKinds, usageSorts } from '@atrium/contract'
import { oneOf, text } from '../../lib/text/parse.ts'

/** The four reports; `history` is the reader's own. */
export const reportNames = ['member', 'date', 'room', 'history'] as const
export type ReportName = (typeof reportNames)[number]

/** Presets, in days up to today; `custom` has dates of its own. */
export const ranges = [7, 14, 30, 90, 365, 'custom'] as const
export type Range = (typeof ranges)[number]

/** One page of a report as in its address: period, filters, order, and page number from 1. Days are the reader's, 'YYYY-MM-DD'. */
export type ReportPage = {
  range: Range
  from: string | null
  to: string | null
  member: UsageFilters['member'] | null
  room: UsageFilters['room'] | null
  model: string | null
  kind: UsageFilters['kind'] | null
  sort: 'name' | 'requests' | 'credits' | 'time'
  order: 'asc' | 'desc'
  page: number
}

/** The last 7 days (REP-01): dates and the history newest first, members and rooms by credits. */
export const firstPage = (report: ReportName): ReportPage => ({
  range: 7,
  from: null,
  to: null,
  member: null,
  room: null,
  model: null,
  kind: null,
  sort: report === 'history' ? 'time' : report === 'date' ? 'name' : 'credits',
  order: 'desc',
  page: 1,
})

const rangeOf = oneOf(...ranges.map(String))
const kindOf = oneOf(...usageKinds)
const orderOf = oneOf('asc', 'desc')
const usageSortOf = oneOf(...usageSorts)
const historySortOf = oneOf(...historySorts)

const dayOf = (value: unknown): string | null => {
  const day = text(value) ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : null
}

/** The page in an address; ignores invalid parameters. */
export function readPage(report: ReportName, search: Record<string, unknown>): ReportPage {
  const first = firstPage(report)
  const [from, to] = [dayOf(search.from), dayOf(search.to)]
  const range = ranges.find((one) => String(one) === rangeOf(String(search.range))) ?? first.range
  const sortOf = report === 'history' ? historySortOf : usageSortOf
  return {
    ...(range === 'custom' && !(from && to)
      ? { range: first.range, from: null, to: null }
      : { range, from, to }),
    member: report === 'history' ? null : idOf('user', search.member),
    room: idOf('room', search.room),
    model: text(search.model)?.slice(0, 200) ?? null,
    kind: kindOf(search.kind),
    sort: sortOf(search.sort) ?? first.sort,
    order: orderOf(search.order) ?? first.order,
    page: Number.isInteger(search.page) && Number(search.page) > 0 ? Number(search.page) : 1,
  }
}

/** The address parameters of a page. */
export function withoutDefaults(report: ReportName, page: ReportPage) {
  const first = firstPage(report)
  const custom = page.range === 'custom'
  return {
    range: page.range === first.range ? undefined : page.range,
    from: custom ? (page.from ?? undefined) : undefined,
    to: custom ? (page.to ?? undefined) : undefined,
    member: page.member ?? undefined,
    room: page.room ?? undefined,
    model: page.model ?? undefined,
    kind: page.kind ?? undefined,
    sort: page.sort === first.sort ? undefined : page.sort,
    order: page.order === first.order ? undefined : page.order,
    page: page.page === 1 ? undefined : page.page,
  }
}

export const isFiltered = ({ member, room, model, kind }: ReportPage): boolean =>
  [member, room, model, kind].some((wanted) => wanted !== null)

/** Whether the last day precedes the first: then nothing matches. */
export const isPeriodReversed = ({ from, to }: ReportPage): boolean =>
  from !== null && to !== null && to < from

/** The calendar day of a moment in the browser's time zone. */
export function dayAt(moment: Date): string {
  const pad = (number: number) => String(number).padStart(2, '0')
  return `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`
}

/** The reader's current day. */
export const today = () => dayAt(new Date())

/** A day some days later, 'YYYY-MM-DD'. Calendar days in UTC all have 24 hours. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** The first and the last day of a page, both included. */
export function daysOf(
  { range, from, to }: ReportPage,
  lastDay: string = today(),
): { from: string; to: string } {
  if (range === 'custom') return { from: from ?? lastDay, to: to ?? lastDay }
  return { from: dayAfter(lastDay, 1 - range), to: lastDay }
}

/** Every day from the first to the last; at most some years. */
export function everyDay(from: string, to: string): string[] {
  const count = Math.min(Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1, 4000)
  return Array.from({ length: Math.max(count, 0) }, (_, index) => dayAfter(from, index))
}

/** Sorts by a column: first by its natural order, then reversed. */
export function sortedBy(page: ReportPage, sort: ReportPage['sort']): ReportPage {
  const natural = sort === 'name' ? 'asc' : 'desc'
  const other = natural === 'asc' ? 'desc' : 'asc'
  return { ...page, page: 1, sort, order: page.sort === sort && page.order === natural ? other : natural }
}

/** The order of a table's rows by a column; null when they are in another order. */
export const orderBy = (page: ReportPage, sort: ReportPage['sort']): 'asc' | 'desc' | null =>
  page.sort === sort ? page.order : null

/** An id of the address; null for anything else. Without schemas, since the address is read on the first page. */
function idOf<Kind extends 'user' | 'room'>(kind: Kind, value: unknown) {
  return typeof value === 'string' && isId(kind, value) ? value : null
}
