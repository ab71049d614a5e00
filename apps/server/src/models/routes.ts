import { AUTO_MODEL_ID, contract, type RoomId } from '@atrium/contract'
import { modelRulesOf } from '../accounts/index.ts'
import { type Database, inTenant, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { binding, type Binding } from '../platform/http/bind.ts'
import type { Member } from '../platform/http/guards.ts'
import type { AllowedModels } from './catalogue/allowed-models.ts'
import type { Models } from './create-models.ts'
import { markFavourite, setAutoOptions, modelPreferencesOf } from './catalogue/model-preferences.ts'

type ModelPorts = {
  database: Database
  models: Models
  /** Returns a room's allowed models, of the account's; NOT_FOUND for a room that the member may not use. */
  modelsOfRoom(trx: Transaction, member: Member, roomId: RoomId): Promise<AllowedModels>
  /** Whether a search service of the web is configured. */
  hasWebSearch(): boolean
}

export function modelBindings({ database, models, modelsOfRoom, hasWebSearch }: ModelPorts): Binding[] {
  const listFor = (caller: Member, roomId: RoomId | null) =>
    inTenant(database, caller, async (trx) =>
      models.list({
        ...(await modelPreferencesOf(trx, caller.userId)),
        rules: await modelRulesOf(trx, caller.accountId),
        roomModelIds: roomId && (await modelsOfRoom(trx, caller, roomId)),
        hasWebSearch: hasWebSearch(),
      }),
    )
  return [
    binding(contract.listModels, async ({ caller }) => ({ message: await listFor(caller, caller.roomId) })),
    binding(contract.setAutoOptions, async ({ caller, body }) => {
      await setAutoOptions(database, caller.userId, body)
      return { message: body }
    }),
    binding(contract.markFavourite, async ({ caller, body }) => {
      // A model that is gone can be removed, but not added.
      const isListed = async () =>
        body.modelId !== AUTO_MODEL_ID &&
        (await listFor(caller, null)).some(({ modelId }) => modelId === body.modelId)
      if (body.isFavourite && !(await isListed())) fail('NOT_FOUND')
      await markFavourite(database, caller.userId, body)
      return { message: body }
    }),
  ]
}
