import { type AccountId, limits, searchChats } from '@atrium/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { chatKeys } from './queries.ts'

/** Searches chats by content; `text` is not empty. */
export const searchQuery = (
  accountId: AccountId,
  text: string,
  { page = 1, pageSize = limits.searchPageSize }: { page?: number; pageSize?: number } = {},
) =>
  queryOptions({
    queryKey: [...chatKeys.search(accountId), text, page, pageSize],
    queryFn: async ({ signal }) => {
      const query = { query: text, page: String(page), page_size: String(pageSize) }
      const { message, count } = await api.call(searchChats, { query }, { signal })
      return { chats: message, count }
    },
    placeholderData: keepPreviousData,
    // An answer is in the index about two seconds after its end.
    staleTime: 2_000,
  })
