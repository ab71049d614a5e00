import { contract } from '@atrium/contract'
import { type Database, inTenant } from '../../platform/database/index.ts'
import { type Binding, binding } from '../../platform/http/bind.ts'
import { createLabel, deleteLabel, listLabels, listLabelsOfChat, mergeLabels, renameLabel } from './labels.ts'

export function labelRoutes(database: Database): Binding[] {
  return [
    binding(contract.listLabels, async ({ caller, query }) => ({
      message: await inTenant(database, caller, (trx) => listLabels(trx, caller, query)),
    })),
    binding(contract.listLabelsOfChat, async ({ caller, params, query }) => ({
      message: await inTenant(database, caller, (trx) =>
        listLabelsOfChat(trx, caller, params.chatId, query.search),
      ),
    })),
    binding(contract.createLabel, async ({ caller, body }) => ({
      message: await inTenant(database, caller, (trx) => createLabel(trx, caller, body.name)),
    })),
    binding(contract.renameLabel, async ({ caller, params, body }) => ({
      message: await inTenant(database, caller, (trx) => renameLabel(trx, caller, params.labelId, body.name)),
    })),
    binding(contract.mergeLabels, async ({ caller, params, body }) => ({
      message: await inTenant(database, caller, (trx) =>
        mergeLabels(trx, caller, params.labelId, body.intoLabelId),
      ),
    })),
    binding(contract.deleteLabel, async ({ caller, params }) => {
      await inTenant(database, caller, (trx) => deleteLabel(trx, caller, params.labelId))
      return { message: { labelId: params.labelId } }
    }),
  ]
}
