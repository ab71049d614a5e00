import type { AccountId, ChatId } from '@atrium/contract'
import i18next from 'i18next'
import { showToast, toasts } from '../../lib/toasts.ts'
import { chatChanges } from './queries.ts'
import { showFailure } from './show-error.ts'

/** Deletes a chat and offers to take that back. Resolves to whether it is deleted; says itself why not. */
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
      .then(() => showToast(i18next.t('chat:deleted.restored', { title }), 'good'), showFailure)
  }
  toasts.set(true)
  const { showUndoToast } = await import('./undo-toast.tsx')
  showUndoToast({
    id: `deleted ${chatId}`,
    message: i18next.t('chat:deleted.told', { title }),
    onUndo: restore,
  })
  return true
}
