import { type AccountId, exportAudit, limits, listAudit } from '@atrium/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { type AuditPage, filtersOf } from './audit-page.ts'

export const auditQuery = (accountId: AccountId, page: AuditPage) =>
  queryOptions({
    queryKey: ['audit', accountId, page],
    queryFn: async ({ signal }) => {
      const query = {
        ...filtersOf(page),
        page: String(page.page),
        page_size: String(limits.auditPageSize),
      }
      const { data, count } = await api.call(listAudit, { params: { id: accountId }, query }, { signal })
      return { entries: data, count }
    },
    placeholderData: keepPreviousData,
  })

/** All entries that fit, as a CSV file; throws when the server refuses or the connection breaks off. */
export async function csvOf(accountId: AccountId, page: AuditPage): Promise<Blob> {
  const reply = await api.stream(exportAudit, { params: { id: accountId }, query: filtersOf(page) })
  return await reply.blob()
}
