import type { RoomModels } from './room-brief.ts'
import { AUTO_MODEL_ID, type RoomId } from '@atrium/contract'
import { modelRulesOf } from '../accounts/index.ts'
import { allowedByBoth, type AllowedModels, isAllowedBy } from '../models/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Actor, usableRoom } from './access.ts'

/**
 * Returns the models that may be asked in a room: those that both its account and it allow. Every use of a model goes through
 * this: naming, Auto and fallback can't get another.
 */
export const modelsAllowedIn = ({ accountModelIds, roomModelIds }: RoomModels): AllowedModels =>
  allowedByBoth(accountModelIds, roomModelIds)

/** Throws the reason why no model was found: the room allows none, not this one, or it is unavailable. */
export function refuseModel(room: RoomModels, modelId: string): never {
  if (modelsAllowedIn(room)?.length === 0) return fail('NO_MODEL_ALLOWED_IN_ROOM')
  const isForbiddenHere =
    modelId !== AUTO_MODEL_ID &&
    isAllowedBy(room.accountModelIds, modelId) &&
    !isAllowedBy(room.roomModelIds, modelId)
  return fail(isForbiddenHere ? 'MODEL_NOT_ALLOWED_IN_ROOM' : 'MODEL_NOT_AVAILABLE')
}

/** Returns the model rules of a room or, without a room, of the account. NOT_FOUND for a room that the actor may not use. */
export async function modelsIn(trx: Transaction, actor: Actor, roomId: RoomId | null): Promise<RoomModels> {
  if (roomId) return (await usableRoom(trx, actor, roomId)) ?? fail('NOT_FOUND')
  const { allowedModelIds } = await modelRulesOf(trx, actor.accountId)
  return { accountModelIds: allowedModelIds, roomModelIds: null }
}
