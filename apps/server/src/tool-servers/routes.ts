import { contract } from '@atrium/contract'
import { requireAccountEditor } from '../accounts/index.ts'
import { inTenant } from '../platform/database/index.ts'
import { type Binding, binding } from '../platform/http/bind.ts'
import type { ToolServerPorts } from './ports.ts'
import { changeRoomTools, showRoomTools } from './rooms/room-tools.ts'
import { acceptTools } from './servers/accept-tools.ts'
import { addServer, changeServer, removeServer } from './servers/change-servers.ts'
import { checkServer, countCheck, testServer } from './servers/check-server.ts'
import { beginSignIn } from './sign-in/begin-sign-in.ts'
import { completeSignIn } from './sign-in/complete-sign-in.ts'
import { signOut } from './sign-in/end-sign-in.ts'
import { listServers, requireServer, showServer } from './servers/read-servers.ts'

export const toolServerBindings = (ports: ToolServerPorts): Binding[] => [
  binding(contract.listToolServers, async ({ caller }) => ({
    data: await inTenant(ports.database, caller, async (trx) => {
      await requireAccountEditor(trx, caller)
      return await listServers(trx, ports, caller.accountId)
    }),
  })),
  binding(contract.testToolServer, async ({ caller, body }) => ({
    data: await testServer(ports, caller, body),
  })),
  binding(contract.addToolServer, async ({ caller, body }) => ({
    data: await addServer(ports, caller, body),
  })),
  binding(contract.changeToolServer, async ({ caller, params, body }) => ({
    data: await changeServer(ports, caller, params.serverId, body),
  })),
  binding(contract.removeToolServer, async ({ caller, params: { serverId } }) => {
    await removeServer(ports, caller, serverId)
    return { data: { id: serverId } }
  }),
  binding(contract.checkToolServer, async ({ caller, params: { serverId } }) => {
    const key = { accountId: caller.accountId, serverId }
    const stored = await inTenant(ports.database, caller, async (trx) => {
      await requireAccountEditor(trx, caller)
      return await requireServer(trx, key)
    })
    await countCheck(ports, caller.userId)
    await checkServer(ports, caller, stored)
    return { data: await inTenant(ports.database, caller, (trx) => showServer(trx, ports, key)) }
  }),
  binding(contract.acceptTools, async ({ caller, params, body }) => ({
    data: await acceptTools(ports, caller, params.serverId, body.tools),
  })),
  binding(contract.beginToolServerSignIn, async ({ caller, params, body }) => ({
    data: await beginSignIn(ports, caller, params.serverId, body),
  })),
  binding(contract.completeToolServerSignIn, async ({ caller, params, body }) => ({
    data: await completeSignIn(ports, caller, params.serverId, body),
  })),
  binding(contract.endToolServerSignIn, async ({ caller, params }) => ({
    data: await signOut(ports, caller, params.serverId),
  })),
  binding(contract.getRoomTools, async ({ caller, params }) => ({
    data: await inTenant(ports.database, caller, (trx) => showRoomTools(trx, ports, caller, params.roomId)),
  })),
  binding(contract.changeRoomTools, async ({ caller, params, body }) => ({
    data: await inTenant(ports.database, caller, (trx) =>
      changeRoomTools(trx, ports, caller, params.roomId, body.tools),
    ),
  })),
]
