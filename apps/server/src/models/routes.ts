import { AUTO_MODEL_ID, contract } from '@atrium/contract'
import { modelRulesOf } from '../accounts/index.ts'
import { type Database, inTenant } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { binding, type Binding } from '../platform/http/bind.ts'
import type { Member } from '../platform/http/guards.ts'
import type { Models } from './create-models.ts'
import { markFavourite, setAutoOptions, wishesOf } from './model-wishes.ts'

export function modelBindings({ database, models }: { database: Database; models: Models }): Binding[] {
  const listFor = async (caller: Member) => {
    const [wishes, rules] = await inTenant(database, caller, async (trx) => [
      await wishesOf(trx, caller.userId),
      await modelRulesOf(trx, caller.accountId),
    ])
    return models.list({ ...wishes, rules })
  }
  return [
    binding(contract.listModels, async ({ caller }) => ({ message: await listFor(caller) })),
    binding(contract.setAutoOptions, async ({ caller, body }) => {
      await setAutoOptions(database, caller.userId, body)
      return { message: body }
    }),
    binding(contract.markFavourite, async ({ caller, body }) => {
      // A model that is gone can be taken out, but not put in.
      const isListed = async () =>
        body.modelId !== AUTO_MODEL_ID &&
        (await listFor(caller)).some(({ modelId }) => modelId === body.modelId)
      if (body.isFavourite && !(await isListed())) fail('NOT_FOUND')
      await markFavourite(database, caller.userId, body)
      return { message: body }
    }),
  ]
}
