import {
  type AccountId,
  changeChats,
  type ChatItem,
  type ChatsChange,
  createLabel,
  deleteLabel,
  type HistoryScope,
  type LabelId,
  listLabels,
  mergeLabels,
  renameLabel,
} from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { translate } from '../../lib/translate.ts'
import { api } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { chatKeys } from './queries.ts'
import { showFailure } from '../../lib/toasts/show-failure.ts'

/** The part of a listed chat that actions need. */
export type ChosenChat = Pick<ChatItem, 'chatId' | 'chatTitle' | 'roomId' | 'labels'>

export const labelsQuery = (accountId: AccountId, scope: HistoryScope = 'all') =>
  queryOptions({
    queryKey: [...chatKeys.labels(accountId), scope],
    queryFn: async ({ signal }) => (await api.call(listLabels, { query: { scope } }, { signal })).message,
  })

/** Reloads everything that shows chats: a star, a label and a room show in several places. */
const reload = (accountId: AccountId) => queryClient.invalidateQueries({ queryKey: chatKeys.all(accountId) })

/** Changes several chats at once, or throws. */
export async function changeChosen(accountId: AccountId, change: ChatsChange): Promise<void> {
  await api.call(changeChats, { body: change })
  await reload(accountId)
}

/** The same for actions without a dialog to show a failure. */
export const changeOrShowError = (accountId: AccountId, change: ChatsChange): void =>
  void changeChosen(accountId, change).catch(showFailure)

/** Deletes chats and offers Undo; reports failures itself. */
export async function deleteWithUndo(accountId: AccountId, chats: readonly ChosenChat[]): Promise<boolean> {
  const chatIds = chats.map(({ chatId }) => chatId)
  const count = chatIds.length
  try {
    await changeChosen(accountId, { action: 'delete', chatIds })
  } catch (error) {
    showFailure(error)
    return false
  }
  const restore = () =>
    void changeChosen(accountId, { action: 'restore', chatIds }).then(
      () => showToast(translate('labels:bulk.restored', { count }), 'good'),
      showFailure,
    )
  const { showUndoToast } = await import('../../lib/toasts/undo-toast.ts')
  showUndoToast({
    id: `deleted ${chatIds.join(' ')}`,
    message: translate('labels:bulk.deleted', { count }),
    onUndo: restore,
  })
  return true
}

/** Changes of labels; each throws when it is refused. */
export const labelChanges = (accountId: AccountId) => ({
  create: async (name: string) => {
    const { message } = await api.call(createLabel, { body: { name } })
    await queryClient.invalidateQueries({ queryKey: chatKeys.labels(accountId) })
    return message
  },
  rename: async (labelId: LabelId, name: string) => {
    await api.call(renameLabel, { params: { labelId }, body: { name } })
    await reload(accountId)
  },
  merge: async (labelId: LabelId, intoLabelId: LabelId) => {
    await api.call(mergeLabels, { params: { labelId }, body: { intoLabelId } })
    await reload(accountId)
  },
  remove: async (labelId: LabelId) => {
    await api.call(deleteLabel, { params: { labelId } })
    await reload(accountId)
  },
})
