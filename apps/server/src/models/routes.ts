import { contract } from '@atrium/contract'
import { inSystem, type Database } from '../platform/database/index.ts'
import { binding, type Binding } from '../platform/http/bind.ts'
import { preferenceOf, setAutoPreference } from './auto-preference.ts'
import type { Models } from './create-models.ts'

export const modelBindings = ({ database, models }: { database: Database; models: Models }): Binding[] => [
  binding(contract.listModels, async ({ caller }) => {
    const preference = await inSystem(database, (trx) => preferenceOf(trx, caller.userId))
    return { message: models.list({ preference }) }
  }),
  binding(contract.setAutoPreference, async ({ caller, body }) => {
    await setAutoPreference(database, caller.userId, body.preference)
    return { message: body }
  }),
]
