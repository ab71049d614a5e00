import { contract } from '@atrium/contract'
import { modelRulesOf } from '../accounts/index.ts'
import { type Database, inTenant } from '../platform/database/index.ts'
import { binding, type Binding } from '../platform/http/bind.ts'
import { preferenceOf, setAutoPreference } from './auto-preference.ts'
import type { Models } from './create-models.ts'

export const modelBindings = ({ database, models }: { database: Database; models: Models }): Binding[] => [
  binding(contract.listModels, async ({ caller }) => {
    const [preference, rules] = await inTenant(database, caller, async (trx) => [
      await preferenceOf(trx, caller.userId),
      await modelRulesOf(trx, caller.accountId),
    ])
    return { message: models.list({ preference, rules }) }
  }),
  binding(contract.setAutoPreference, async ({ caller, body }) => {
    await setAutoPreference(database, caller.userId, body.preference)
    return { message: body }
  }),
]
