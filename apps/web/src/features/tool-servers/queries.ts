import {
  acceptTools,
  type AccountId,
  addToolServer,
  beginToolServerSignIn,
  changeToolServer,
  checkToolServer,
  completeToolServerSignIn,
  endToolServerSignIn,
  listToolServers,
  removeToolServer,
  type SignInToBegin,
  type SignInToComplete,
  testToolServer,
  type ToolServer,
  type ToolServerChanges,
  type ToolServerId,
  type ToolServerTest,
  type ToolServerToAdd,
  type ToolServerToTest,
} from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { roomKeys } from '../../entities/rooms/room-keys.ts'
import { api } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/query-client.ts'

export const toolServersQuery = (accountId: AccountId) =>
  queryOptions({
    queryKey: ['tool-servers', accountId],
    queryFn: async ({ signal }) =>
      (await api.call(listToolServers, { params: { id: accountId } }, { signal })).data,
  })

/** Admins' changes of tool servers. Each throws if refused; afterwards the page and the tools of rooms load again. */
export const toolServerChanges = (accountId: AccountId) => {
  const params = { id: accountId }
  const ofServer = (serverId: ToolServerId) => ({ params: { id: accountId, serverId } })
  async function settled<Reply>(call: Promise<Reply>): Promise<Reply> {
    try {
      return await call
    } finally {
      void queryClient.invalidateQueries({ queryKey: roomKeys.all(accountId) })
      await queryClient.invalidateQueries({ queryKey: toolServersQuery(accountId).queryKey })
    }
  }
  return {
    add: async (body: ToolServerToAdd): Promise<ToolServer> =>
      (await settled(api.call(addToolServer, { params, body }))).data,
    change: async (serverId: ToolServerId, body: ToolServerChanges): Promise<ToolServer> =>
      (await settled(api.call(changeToolServer, { ...ofServer(serverId), body }))).data,
    switch: ({ id, revision }: ToolServer, isEnabled: boolean) =>
      settled(api.call(changeToolServer, { ...ofServer(id), body: { revision, isEnabled } })),
    remove: (serverId: ToolServerId) => settled(api.call(removeToolServer, ofServer(serverId))),
    check: (serverId: ToolServerId) => settled(api.call(checkToolServer, ofServer(serverId))),
    accept: (serverId: ToolServerId, tools: { name: string; hash: string | null }[]) =>
      settled(api.call(acceptTools, { ...ofServer(serverId), body: { tools } })),
    beginSignIn: async (serverId: ToolServerId, body: SignInToBegin) =>
      (await api.call(beginToolServerSignIn, { ...ofServer(serverId), body })).data,
    completeSignIn: async (serverId: ToolServerId, body: SignInToComplete) =>
      (await settled(api.call(completeToolServerSignIn, { ...ofServer(serverId), body }))).data,
    signOut: (serverId: ToolServerId) => settled(api.call(endToolServerSignIn, ofServer(serverId))),
    test: async (body: ToolServerToTest, signal: AbortSignal): Promise<ToolServerTest> =>
      (await api.call(testToolServer, { params, body }, { signal })).data,
  }
}
