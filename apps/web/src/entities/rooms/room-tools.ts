import { type AccountId, changeRoomTools, getRoomTools, type RoomId, type RoomTool } from '@atrium/contract'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { roomKeys } from './room-keys.ts'

/** The tools of connected servers that a room allows; for its admins also those that it could allow. */
export const roomToolsQuery = (accountId: AccountId, roomId: RoomId | null) =>
  queryOptions({
    queryKey: [...roomKeys.all(accountId), 'tools', roomId],
    queryFn: roomId
      ? async ({ signal }) =>
          (await api.call(getRoomTools, { params: { accountId, roomId } }, { signal })).data
      : skipToken,
    staleTime: 60_000,
  })

/** Sets how a room uses one tool. Stores the server's reply; throws when refused. */
export async function setRoomTool(
  accountId: AccountId,
  roomId: RoomId,
  { serverId, name }: RoomTool,
  mode: RoomTool['mode'],
): Promise<void> {
  const body = { tools: [{ serverId, name, mode }] }
  const { data } = await api.call(changeRoomTools, { params: { accountId, roomId }, body })
  queryClient.setQueryData(roomToolsQuery(accountId, roomId).queryKey, data)
}
