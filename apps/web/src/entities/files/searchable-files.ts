import { type AccountId, listContextFiles, type RoomId } from '@atrium/contract'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { knowledgeKeys } from './knowledge-keys.ts'

/** Number of indexed files in a room's context, which questions can be answered from. */
export const searchableFilesQuery = (accountId: AccountId, roomId: RoomId | null) =>
  queryOptions({
    queryKey: roomId
      ? [...knowledgeKeys.contextFiles(accountId, roomId), 'searchable']
      : ['context-files', 'none'],
    queryFn: roomId
      ? async ({ signal }): Promise<number> => {
          const given = { params: { roomId }, query: { page_size: '1' } }
          const reply = await api.call(listContextFiles, given, { signal, place: { accountId, roomId } })
          return reply.searchableCount
        }
      : skipToken,
    staleTime: 60_000,
  })
