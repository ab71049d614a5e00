import { exportSystemAudit, limits, listSystemAudit } from '@atrium/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { filtersOf, type SystemAuditPage } from './audit-page.ts'

export const systemAuditQuery = (page: SystemAuditPage) =>
  queryOptions({
    queryKey: ['system-audit', page],
    queryFn: async ({ signal }) => {
      const query = { ...filtersOf(page), page: String(page.page), page_size: String(limits.auditPageSize) }
      return (await api.call(listSystemAudit, { query }, { signal })).data
    },
    placeholderData: keepPreviousData,
  })

/** All matching entries as a CSV file. */
export const csvOf = async (page: SystemAuditPage): Promise<Blob> =>
  await (await api.stream(exportSystemAudit, { query: filtersOf(page) })).blob()
