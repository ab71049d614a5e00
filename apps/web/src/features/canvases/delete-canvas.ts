import type { AccountId, Canvas } from '@atrium/contract'
import { canvasChanges } from '../../entities/canvases/canvases.ts'
import { showFailure } from '../../lib/toasts/show-failure.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { translate } from '../../lib/translate.ts'

/** Deletes a canvas and offers Undo; reports failures itself. */
export async function deleteCanvasWithUndo(
  accountId: AccountId,
  { canvasId, title }: Pick<Canvas, 'canvasId' | 'title'>,
): Promise<void> {
  const changes = canvasChanges(accountId)
  try {
    await changes.remove(canvasId)
  } catch (error) {
    showFailure(error)
    return
  }
  const restore = () => {
    changes
      .restore(canvasId)
      .then(() => showToast(translate('canvases:restored', { title }), 'good'), showFailure)
  }
  const { showUndoToast } = await import('../../lib/toasts/undo-toast.ts')
  showUndoToast({
    id: `deleted ${canvasId}`,
    message: translate('canvases:deleted', { title }),
    onUndo: restore,
  })
}
