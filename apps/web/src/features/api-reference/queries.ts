import { getOpenApi } from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { ApiDocument } from './api-document.ts'

/** The description that this server gives of itself; it changes only with the server. */
export const apiDocumentQuery = queryOptions({
  queryKey: ['api-document'],
  // The contract knows it only as some JSON; a test on the server holds it to the form of OpenAPI.
  queryFn: async ({ signal }) =>
    (await api.call(getOpenApi, {}, { signal })) as ApiDocument & Record<string, unknown>,
  staleTime: Infinity,
})
