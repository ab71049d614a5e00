import { contract } from '@atrium/contract'
import { type Database, inTenant, type TenantTransaction } from '../../platform/database/index.ts'
import { type Binding, binding } from '../../platform/http/bind.ts'
import type { Actor } from '../access.ts'
import { createLabel, deleteLabel, listLabels, listLabelsOfChat, mergeLabels, renameLabel } from './labels.ts'

type LabelPorts = {
  database: Database
  /** Called when a person's labels changed, so that all of their open tabs update. */
  onLabelsChanged(actor: Actor): void
}

export function labelRoutes({ database, onLabelsChanged }: LabelPorts): Binding[] {
  const changing = async <Result>(
    actor: Actor,
    change: (trx: TenantTransaction) => Promise<Result>,
  ): Promise<Result> => {
    const changed = await inTenant(database, actor, change)
    onLabelsChanged(actor)
    return changed
  }
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
      message: await changing(caller, (trx) => createLabel(trx, caller, body.name)),
    })),
    binding(contract.renameLabel, async ({ caller, params, body }) => ({
      message: await changing(caller, (trx) => renameLabel(trx, caller, params.labelId, body.name)),
    })),
    binding(contract.mergeLabels, async ({ caller, params, body }) => ({
      message: await changing(caller, (trx) => mergeLabels(trx, caller, params.labelId, body.intoLabelId)),
    })),
    binding(contract.deleteLabel, async ({ caller, params }) => {
      await changing(caller, (trx) => deleteLabel(trx, caller, params.labelId))
      return { message: { labelId: params.labelId } }
    }),
  ]
}
