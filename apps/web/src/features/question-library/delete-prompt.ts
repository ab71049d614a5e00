import type { AccountId, Prompt } from '@atrium/contract'
import { promptChanges } from '../../entities/prompts/prompts.ts'
import { showFailure } from '../../lib/toasts/show-failure.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { translate } from '../../lib/translate.ts'

/** Deletes a template and offers Undo; reports failures itself. */
export async function deletePromptWithUndo(
  accountId: AccountId,
  { promptId, title }: Pick<Prompt, 'promptId' | 'title'>,
): Promise<void> {
  const changes = promptChanges(accountId)
  try {
    await changes.remove(promptId)
  } catch (error) {
    showFailure(error)
    return
  }
  const restore = () => {
    changes
      .restore(promptId)
      .then(() => showToast(translate('questionLibrary:restored', { title }), 'good'), showFailure)
  }
  const { showUndoToast } = await import('../../lib/toasts/undo-toast.ts')
  showUndoToast({
    id: `deleted ${promptId}`,
    message: translate('questionLibrary:deleted', { title }),
    onUndo: restore,
  })
}
