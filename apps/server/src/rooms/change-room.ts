import type { ChatShare, RoomAccess, RoomDetails, RoomId, SystemPrompt } from '@atrium/contract'
import { inTenant, isUniqueViolation, type Transaction } from '../platform/database/index.ts'
import { Failure } from '../platform/failure.ts'
import { type Actor, requireRoom, requireRoomEditor, type VisibleRoom } from './access.ts'
import { auditRoom } from './audit-room.ts'
import { logoOf } from './create-room.ts'
import { presentRoomDetails } from './present-rooms.ts'
import { requireDistinctName } from './room-rules.ts'
import { narrow, type RoomPorts } from './room-ports.ts'
import { requestedModels } from './requested-models.ts'
import { keptModifiers, rulesOfRoom } from './system-prompt.ts'

export type RoomChange = {
  name?: string | undefined
  description?: string | undefined
  access_type?: RoomAccess | undefined
  logoFilename?: string | null | undefined
  allowedModelIds?: string[] | null | undefined
  marksUnsupported?: boolean | undefined
  newChatShare?: ChatShare | undefined
  system_prompt?: { [Part in keyof SystemPrompt]?: SystemPrompt[Part] | undefined } | undefined
}

/**
 * Changes the given fields of a room, for its owner and admins. A public room that becomes private stays open to its owner, to
 * people added before and to the editor; everybody else loses access at once. ROOM_NAME_TAKEN.
 */
export async function changeRoom(
  ports: RoomPorts,
  actor: Actor,
  roomId: RoomId,
  change: RoomChange,
): Promise<RoomDetails> {
  const { accountId } = actor
  const { before, room } = await inTenant(ports.database, actor, async (trx) => {
    const before = await requireRoomEditor(trx, actor, roomId)
    if (change.name !== undefined && change.name !== before.name)
      await requireDistinctName(trx, actor, change.name, roomId)
    if (isMadePrivate(before, change)) await keepAsAdmin(trx, actor, roomId)
    await trx
      .updateTable('room')
      .set(await valuesOf(trx, ports, actor, before, change))
      .where('account_id', '=', accountId)
      .where('id', '=', roomId)
      .execute()
    const after = await requireRoom(trx, actor, roomId)
    if (isMadePrivate(before, change)) await narrow(ports, trx, { accountId, roomId })
    await auditRoom(trx, actor, 'room.changed', after, { changed: changedParts(change).join(', ') })
    return {
      before,
      room: await presentRoomDetails(trx, actor, after, await rulesOfRoom(trx, actor, roomId)),
    }
  }).catch(refuseTakenName)
  if (isMadePrivate(before, change)) ports.onAccessRevoked({ accountId, roomId })
  return room
}

const isMadePrivate = (before: VisibleRoom, change: RoomChange) =>
  before.access_type === 'PUBLIC' && change.access_type === 'PRIVATE'

/** Keeps an account admin, who is an admin of every public room, in the room that they make private. */
async function keepAsAdmin(trx: Transaction, { accountId, userId }: Actor, roomId: RoomId): Promise<void> {
  await trx
    .insertInto('room_member')
    .values({ account_id: accountId, room_id: roomId, user_id: userId, membership_type: 'ADMIN' })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'room_id', 'user_id'])
        .doUpdateSet({ membership_type: 'ADMIN' })
        .where('room_member.membership_type', '=', 'MEMBER'),
    )
    .execute()
}

async function valuesOf(
  trx: Transaction,
  ports: RoomPorts,
  actor: Actor,
  before: VisibleRoom,
  change: RoomChange,
) {
  const { instructions, modifiers } = change.system_prompt ?? {}
  const { allowedModelIds: models, marksUnsupported, newChatShare } = change
  return {
    name: change.name ?? before.name,
    description: change.description ?? before.description,
    access_type: change.access_type ?? before.access_type,
    ...(change.logoFilename !== undefined && {
      logo_filename: await logoOf(trx, actor, change.logoFilename),
    }),
    ...(models !== undefined && {
      allowed_model_ids: await requestedModels(
        trx,
        ports,
        actor,
        models,
        (await rulesOfRoom(trx, actor, before.id)).allowedModelIds,
      ),
    }),
    ...(marksUnsupported !== undefined && { marks_unsupported: marksUnsupported }),
    ...(newChatShare !== undefined && { new_chat_share: newChatShare }),
    ...(instructions !== undefined && { instructions: instructions.trim() }),
    ...(modifiers !== undefined && { modifiers: JSON.stringify(keptModifiers(modifiers)) }),
  }
}

const changedParts = ({ system_prompt: prompt, ...change }: RoomChange): string[] =>
  Object.entries({ ...change, ...prompt })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)

/** For `catch`: throws ROOM_NAME_TAKEN for a duplicate name. */
export function refuseTakenName(error: unknown): never {
  throw isUniqueViolation(error, 'room_name') ? new Failure('ROOM_NAME_TAKEN', { cause: error }) : error
}
