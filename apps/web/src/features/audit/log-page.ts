import type { UserId } from '@atrium/contract'
import { dayOf, startOfDay } from '../../lib/text/days.ts'
import { text } from '../../lib/text/parse.ts'

/** Days of the reader's calendar, 'YYYY-MM-DD'. */
export type Period = { from: string | null; to: string | null }

/** Whether the last day precedes the first: then nothing matches. */
export const isPeriodReversed = ({ from, to }: Period): boolean => from !== null && to !== null && to < from

/** For the server: from the start of the first day to the end of the last. */
export const periodFilter = ({ from, to }: Period) => ({
  ...(from && { from: startOfDay(from).toISOString() }),
  ...(to && { to: startOfDay(to, 1).toISOString() }),
})

/** The address parameters of every log; invalid ones are ignored. Pages count from 1. */
export const readLogPage = ({ page, actor, from, to }: Record<string, unknown>) => ({
  page: Number.isInteger(page) && Number(page) > 0 ? Number(page) : 1,
  actor: userIdOf(actor),
  from: dayOf(from),
  to: dayOf(to),
})

/** Address parameters of a page, without those that are empty. */
export const addressOf = <Page extends { page: number }>({ page, ...filters }: Page) => ({
  page: page === 1 ? undefined : page,
  ...presentOf(filters),
})

const presentOf = <Filters extends object>(filters: Filters) =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, value ?? undefined])) as {
    [Name in keyof Filters]: Exclude<Filters[Name], null> | undefined
  }

export const isFiltered = (page: { page: number }): boolean =>
  Object.entries(page).some(([name, wanted]) => name !== 'page' && wanted !== null)

const userIdOf = (value: unknown): UserId | null =>
  /^user_[0-9a-f-]{36}$/.test(text(value) ?? '') ? (value as UserId) : null
