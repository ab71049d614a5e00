import { getOpenApi } from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import type { ApiDocument } from './api-document.ts'

/** This server's API description; it changes only with the server. */
export const apiDocumentQuery = queryOptions({
  queryKey: ['api-document'],
  // In the contract it is plain JSON; a server test validates it as OpenAPI.
  queryFn: async ({ signal }) =>
    (await api.call(getOpenApi, {}, { signal })) as ApiDocument & Record<string, unknown>,
  staleTime: Infinity,
})
