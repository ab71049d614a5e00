import { AUTO_MODEL_ID, type RoomId } from '@atrium/contract'
import { modelRulesOf } from '../accounts/index.ts'
import { allowedByBoth, type AllowedModels, isAllowedBy } from '../models/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Actor, usableRoom } from './access.ts'

/** What is said of models where something is asked: by the account, and by the room. */
export type RoomModels = { accountModelIds: AllowedModels; roomModelIds: AllowedModels }

/**
 * The models that may be asked in a room: what its account allows and it allows itself. Everything that asks a model goes by this;
 * what is allowed in neither cannot be had by naming it, by Auto or in place of a model that fails.
 */
export const modelsAllowedIn = ({ accountModelIds, roomModelIds }: RoomModels): AllowedModels =>
  allowedByBoth(accountModelIds, roomModelIds)

/** Ends a request for which no model was found, with the reason: the room allows none, not this one, or it is not available. */
export function refuseModel(room: RoomModels, modelId: string): never {
  if (modelsAllowedIn(room)?.length === 0) return fail('NO_MODEL_ALLOWED_IN_ROOM')
  const isForbiddenHere =
    modelId !== AUTO_MODEL_ID &&
    isAllowedBy(room.accountModelIds, modelId) &&
    !isAllowedBy(room.roomModelIds, modelId)
  return fail(isForbiddenHere ? 'MODEL_NOT_ALLOWED_IN_ROOM' : 'MODEL_NOT_AVAILABLE')
}

/** What is said of models in a room, or in no room, where the account alone has a say. NOT_FOUND for a room that the actor may not use. */
export async function modelsIn(trx: Transaction, actor: Actor, roomId: RoomId | null): Promise<RoomModels> {
  if (roomId) return (await usableRoom(trx, actor, roomId)) ?? fail('NOT_FOUND')
  const { allowedModelIds } = await modelRulesOf(trx, actor.accountId)
  return { accountModelIds: allowedModelIds, roomModelIds: null }
}
