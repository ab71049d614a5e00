import { type Canvas, type CanvasId, contract, type RoomId } from '@atrium/contract'
import type { Plans } from '../accounts/index.ts'
import { type Database, inTenant } from '../platform/database/index.ts'
import { type Binding, binding } from '../platform/http/bind.ts'
import type { Log } from '../platform/log.ts'
import { type Actor, requireCanvas } from './access.ts'
import { deleteCanvas, restoreCanvas } from './delete-canvas.ts'
import { createImporter } from './imports/import-canvas.ts'
import { knowledgeBindings } from './knowledge/routes.ts'
import { listCanvases } from './list-canvases.ts'
import { presentCanvas } from './present-canvas.ts'
import { createCanvas, duplicateCanvas, renameCanvas } from './save-canvas.ts'
import { shareCanvas } from './share-canvas.ts'
import { versionBindings } from './versions/routes.ts'

export type CanvasPorts = {
  database: Database
  plans: Plans
  log: Log
  /** Called when a canvas changed, so that the lists of those who have it update. */
  onChanged(actor: Actor, changed: { canvasId: CanvasId; roomId: RoomId; isShared: boolean }): void
}

export const canvasBindings = ({ database, plans, log, onChanged }: CanvasPorts): Binding[] => {
  const importCanvas = createImporter({ database, log })
  const changed = (actor: Actor, { canvasId, room, share }: Canvas) => {
    onChanged(actor, { canvasId, roomId: room.id, isShared: share !== 'none' })
  }
  return [
    binding(contract.listCanvases, ({ caller, query }) =>
      inTenant(database, caller, (trx) =>
        listCanvases(
          trx,
          caller,
          { scope: query.scope, roomId: query.room_id, chatId: query.chat_id, search: query.search },
          { page: query.page, pageSize: query.page_size, order: query.order, sortBy: query.sort_by },
        ),
      ),
    ),
    binding(contract.createCanvas, async ({ caller, body }) => {
      const message = await inTenant(database, caller, (trx) => createCanvas(trx, caller, body))
      changed(caller, message)
      return { message }
    }),
    binding(contract.importCanvas, async ({ caller, body, reply }) => {
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const message = await importCanvas(caller, body, gone.signal)
      changed(caller, message)
      return { message }
    }),
    binding(contract.openCanvas, async ({ caller, params: { canvasId } }) => ({
      message: presentCanvas(
        await inTenant(database, caller, (trx) => requireCanvas(trx, caller, canvasId, 'view')),
      ),
    })),
    binding(contract.changeCanvas, async ({ caller, params, body }) => {
      const message = await inTenant(database, caller, (trx) =>
        renameCanvas(trx, caller, params.canvasId, body.title),
      )
      changed(caller, message)
      return { message }
    }),
    binding(contract.shareCanvas, async ({ caller, body: { canvasId, share } }) => {
      const roomId = await inTenant(database, caller, async (trx) => {
        await shareCanvas(trx, caller, canvasId, share)
        return (await requireCanvas(trx, caller, canvasId, 'view').catch(() => null))?.roomId
      })
      // Those who lost access are notified too.
      if (roomId) onChanged(caller, { canvasId, roomId, isShared: true })
      return { message: { canvasId, share } }
    }),
    binding(contract.duplicateCanvas, async ({ caller, params, body }) => {
      const message = await inTenant(database, caller, (trx) =>
        duplicateCanvas(trx, plans, caller, params.canvasId, body.title),
      )
      changed(caller, message)
      return { message }
    }),
    binding(contract.deleteCanvas, async ({ caller, params: { canvasId } }) => {
      const row = await inTenant(database, caller, async (trx) => {
        const found = await requireCanvas(trx, caller, canvasId, 'manage')
        await deleteCanvas(trx, caller, canvasId)
        return found
      })
      changed(caller, presentCanvas(row))
      return { message: { canvasId } }
    }),
    binding(contract.restoreCanvas, async ({ caller, params }) => {
      const message = await inTenant(database, caller, (trx) => restoreCanvas(trx, caller, params.canvasId))
      changed(caller, message)
      return { message }
    }),
    ...versionBindings({ database }),
    ...knowledgeBindings({
      database,
      plans,
      onChanged: (actor, { id: canvasId, roomId, share }) =>
        onChanged(actor, { canvasId, roomId, isShared: share !== 'none' }),
    }),
    binding(contract.listCanvasUsers, async ({ caller, params: { canvasId } }) => ({
      message: (await inTenant(database, caller, (trx) => requireCanvas(trx, caller, canvasId, 'view')))
        .people,
    })),
  ]
}
