import { type Account, type AccountId, listDeletedAccounts, restoreAccount } from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { showToast, toasts } from '../../lib/toasts.ts'
import { keepAccount } from './queries.ts'

/** The deleted accounts that the user owned and can still restore. */
export const deletedAccountsQuery = queryOptions({
  queryKey: ['deleted-accounts'],
  queryFn: async ({ signal }) => (await api.call(listDeletedAccounts, {}, { signal })).data,
})

/** Restores an account and tells so, or why not. Resolves to whether it is there again. */
export async function restore({ id, name }: { id: AccountId; name: string }): Promise<boolean> {
  try {
    keepAccount((await api.call(restoreAccount, { body: { accountId: id } })).data)
    void showToast(i18next.t('accountAdmin:deleted.restored', { account: name }), 'good')
    return true
  } catch (error) {
    void showToast(errorText(error), 'bad')
    return false
  } finally {
    void queryClient.invalidateQueries({ queryKey: deletedAccountsQuery.queryKey })
  }
}

/** Tells that an account is deleted, with a button that takes it back. */
export async function offerToRestore({ id, name }: Pick<Account, 'id' | 'name'>): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: deletedAccountsQuery.queryKey })
  toasts.set(true)
  const { showUndoToast } = await import('../chat/undo-toast.tsx')
  showUndoToast({
    id: `deleted ${id}`,
    message: i18next.t('accountAdmin:delete.done', { account: name }),
    onUndo: () => void restore({ id, name }),
  })
}
