import type { SharedPorts } from '../live/index.ts'
import type { NounModule } from '../platform/noun-module.ts'
import { everyTenMinutes, runs } from '../platform/queue/job.ts'
import { defineJob } from '../platform/queue/queue.ts'
import { type DueRoom, eraseDeletedRooms } from './delete-room.ts'
import { roomMemberBindings } from './members/member-routes.ts'
import type { RoomPorts } from './room-ports.ts'
import { roomBindings } from './routes.ts'
import { ownData } from './own-data.ts'

export const eraseRooms = defineJob<object>('erase-rooms', { retryLimit: 3, timeoutSeconds: 3600 })

/** Ports to other nouns. */
type Hooks = Pick<RoomPorts, 'modelIds' | 'onNarrowed'> & {
  /** Each erases one noun's content of a room whose retention in the bin is over. */
  onErasing: ((room: DueRoom) => Promise<void>)[]
}

export function roomsModule(
  { database, storage, live }: SharedPorts,
  { onErasing, ...hooks }: Hooks,
): NounModule {
  const ports: RoomPorts = {
    database,
    storage,
    ...hooks,
    onNarrowed: [...hooks.onNarrowed, live.publishRevokedAccess],
    onAccessRevoked: live.onAccessRevoked,
    onMembersChanged: (accountId, roomId) =>
      live.publishInRoom({ accountId, roomId }, { type: 'members-changed', roomId }),
    onRoomsChanged: (audience) => live.publish(audience, { type: 'rooms-changed' }),
  }
  return {
    ownData,
    bindings: [...roomBindings(ports), ...roomMemberBindings(ports)],
    jobs: [runs(eraseRooms, () => eraseDeletedRooms(database, onErasing), { cron: everyTenMinutes })],
  }
}
