import {
  type AccountId,
  exportKnowledgeReport,
  exportUsage,
  exportUsageHistory,
  getKnowledgeReport,
  getUsage,
  getUsageHistory,
  type HistorySort,
  limits,
  listPlans,
  type UsageSort,
  type UsageView,
} from '@atrium/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { browserZone } from '../../lib/text/browser-zone.ts'
import { today, daysOf, type ReportName, type ReportPage } from './report-page.ts'

/** The period and filters of a page, for the server. */
const filtersOf = (page: ReportPage) => ({
  ...daysOf(page),
  time_zone: browserZone,
  ...(page.member && { member: page.member }),
  ...(page.room && { room: page.room }),
  ...(page.model && { model: page.model }),
  ...(page.kind && { kind: page.kind }),
})

const orderOf = <Sort>({ sort, order, page }: ReportPage, size: number) => ({
  sort: sort as Sort,
  order,
  page: String(page),
  page_size: String(size),
})

/** A page of usage by member, date, room or model. Every call names its account, so that a switch meanwhile doesn't mix two. */
export const usageQuery = (
  accountId: AccountId,
  view: UsageView,
  page: ReportPage,
  size: number = limits.usagePageSize,
) =>
  queryOptions({
    queryKey: ['usage', accountId, view, page, size, today()],
    queryFn: async ({ signal }) =>
      (
        await api.call(
          getUsage,
          { query: { ...filtersOf(page), view, ...orderOf<UsageSort>(page, size) } },
          { signal, place: { accountId, roomId: null } },
        )
      ).message,
    placeholderData: keepPreviousData,
  })

/** A page of the reader's own history. */
export const historyQuery = (accountId: AccountId, page: ReportPage) =>
  queryOptions({
    queryKey: ['usage', accountId, 'history', page, today()],
    queryFn: async ({ signal }) => {
      const { member: _, ...filters } = filtersOf(page)
      const query = { ...filters, ...orderOf<HistorySort>(page, limits.usagePageSize) }
      return (await api.call(getUsageHistory, { query }, { signal, place: { accountId, roomId: null } }))
        .message
    },
    placeholderData: keepPreviousData,
  })

/** The whole report as a CSV file; throws when the server refuses or the connection breaks off. */
export async function csvOf(accountId: AccountId, report: ReportName, page: ReportPage): Promise<Blob> {
  const place = { accountId, roomId: null }
  const { member, ...own } = filtersOf(page)
  const reply =
    report === 'history'
      ? await api.stream(exportUsageHistory, { query: own }, { place })
      : await api.stream(
          exportUsage,
          {
            query: {
              ...own,
              ...(member && { member }),
              view: report,
              sort: page.sort as UsageSort,
              order: page.order,
            },
          },
          { place },
        )
  return await reply.blob()
}

/** The plans for sale that include reports, cheapest first. */
export const plansWithReportsQuery = (accountId: AccountId) =>
  queryOptions({
    queryKey: ['reports', accountId, 'plans'],
    queryFn: async ({ signal }) => {
      const place = { accountId, roomId: null }
      const { plans, shop } = (await api.call(listPlans, {}, { signal, place })).message
      const [currency] = shop.currencies
      const priceOf = ({ price }: (typeof plans)[number]) => (currency && price?.[currency]) ?? 0
      return plans
        .filter((plan) => plan.features.enable_reports && priceOf(plan) > 0)
        .toSorted((a, b) => priceOf(a) - priceOf(b))
    },
  })

/** What the files of the account's rooms answer and lack. */
export const knowledgeReportQuery = (accountId: AccountId) =>
  queryOptions({
    queryKey: ['reports', accountId, 'knowledge'],
    queryFn: async ({ signal }) =>
      (await api.call(getKnowledgeReport, {}, { signal, place: { accountId, roomId: null } })).message,
  })

/** The same as a CSV file, with all questions. */
export async function knowledgeCsv(accountId: AccountId): Promise<Blob> {
  const reply = await api.stream(exportKnowledgeReport, {}, { place: { accountId, roomId: null } })
  return await reply.blob()
}
