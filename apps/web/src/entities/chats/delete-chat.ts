import type { AccountId, ChatId } from '@atrium/contract'
import { showToast } from '../../lib/toasts/toasts.ts'
import { translate } from '../../lib/translate.ts'
import { chatChanges } from './queries.ts'
import { showFailure } from '../../lib/toasts/show-failure.ts'

/** Deletes a chat and offers Undo. Resolves to whether it is deleted; reports failures itself. */
export async function deleteChatWithUndo(
  accountId: AccountId,
  { chatId, title }: { chatId: ChatId; title: string },
): Promise<boolean> {
  const changes = chatChanges(accountId)
  try {
    await changes.remove(chatId)
  } catch (error) {
    showFailure(error)
    return false
  }
  const restore = () => {
    changes
      .restore(chatId)
      .then(() => showToast(translate('chat:deleted.restored', { title }), 'good'), showFailure)
  }
  const { showUndoToast } = await import('../../lib/toasts/undo-toast.ts')
  showUndoToast({
    id: `deleted ${chatId}`,
    message: translate('chat:deleted.told', { title }),
    onUndo: restore,
  })
  return true
}
