import { type CanvasBase, type CanvasId, contract } from '@atrium/contract'
import type { Plans } from '../../accounts/index.ts'
import { type Database, inTenant, type TenantTransaction } from '../../platform/database/index.ts'
import { type Binding, binding } from '../../platform/http/bind.ts'
import { type Actor, type CanvasRow, requireCanvas } from '../access.ts'
import { addBase, basesOfCanvases, removeBase } from './bases-of-canvas.ts'

type KnowledgePorts = {
  database: Database
  plans: Plans
  /** Called when the bases of a canvas changed, so that those who have it open see them. */
  onChanged(actor: Actor, canvas: CanvasRow): void
}

export const knowledgeBindings = ({ database, plans, onChanged }: KnowledgePorts): Binding[] => {
  const change = async (
    caller: Actor,
    canvasId: CanvasId,
    work: (trx: TenantTransaction) => Promise<CanvasRow>,
  ): Promise<{ message: CanvasBase[] }> => {
    const { canvas, message } = await inTenant(database, caller, async (trx) => ({
      canvas: await work(trx),
      message: await basesOfCanvases(trx, plans, caller, [canvasId]),
    }))
    onChanged(caller, canvas)
    return { message }
  }
  return [
    binding(contract.listCanvasKnowledge, async ({ caller, params: { canvasId } }) => ({
      message: await inTenant(database, caller, async (trx) => {
        await requireCanvas(trx, caller, canvasId, 'view')
        return await basesOfCanvases(trx, plans, caller, [canvasId])
      }),
    })),
    binding(contract.addCanvasKnowledge, ({ caller, params, body }) =>
      change(caller, params.canvasId, (trx) => addBase(trx, plans, caller, { ...params, ...body })),
    ),
    binding(contract.removeCanvasKnowledge, ({ caller, params }) =>
      change(caller, params.canvasId, (trx) => removeBase(trx, caller, params)),
    ),
  ]
}
