import { replaceDocument } from '@atrium/canvas'
import type { CanvasId } from '@atrium/contract'
import { Doc, encodeStateAsUpdate, encodeStateVector } from 'yjs'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Actor, requireCanvas } from '../access.ts'
import { appendUpdate, applyStored, readUpdates, storeText } from '../collaboration/stored-document.ts'
import { readVersion } from './find-versions.ts'
import { storeVersion } from './store-version.ts'

/**
 * Changes a canvas back to an earlier version. The change is one more update of the shared document, so open editors receive it and
 * merge what is being typed; the document before is saved as a version too. Returns the numbers of both.
 */
export async function restoreVersion(
  trx: TenantTransaction,
  actor: Actor,
  canvasId: CanvasId,
  restoredFrom: number,
): Promise<{ number: number; before: number }> {
  const key = { accountId: actor.accountId, canvasId }
  await requireCanvas(trx, actor, canvasId, 'edit', { isLocked: true })
  const { document } = await readVersion(trx, actor, canvasId, restoredFrom)
  const before = (await storeVersion(trx, key)) ?? fail('NOT_FOUND')
  const { updates } = await readUpdates(trx, key, -1)
  const doc = new Doc()
  applyStored(doc, updates, null)
  let isChanged = false
  doc.on('update', () => (isChanged = true))
  const stateBefore = encodeStateVector(doc)
  replaceDocument(doc, document)
  if (!isChanged) return { number: before, before }
  const update = encodeStateAsUpdate(doc, stateBefore)
  const seq = await appendUpdate(trx, actor, {
    canvasId,
    update,
    nodeId: null,
  })
  await storeText(trx, key, doc, seq)
  doc.destroy()
  return {
    number: (await storeVersion(trx, key, { restoredFrom })) ?? fail('NOT_FOUND'),
    before,
  }
}
