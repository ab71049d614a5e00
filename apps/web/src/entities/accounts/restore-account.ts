import { type Account, type AccountId, listDeletedAccounts, restoreAccount } from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { translate } from '../../lib/translate.ts'
import { api } from '../../lib/api/api.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { keepAccount } from './queries.ts'
import { withPhrases } from '../../lib/phrases.ts'

/** The deleted accounts that the user owned and can still restore. */
export const deletedAccountsQuery = queryOptions({
  queryKey: ['deleted-accounts'],
  queryFn: async ({ signal }) => (await api.call(listDeletedAccounts, {}, { signal })).data,
})

/** Restores an account and reports the result. Resolves to whether it succeeded. */
export async function restore({ id, name }: { id: AccountId; name: string }): Promise<boolean> {
  try {
    keepAccount((await api.call(restoreAccount, { body: { accountId: id } })).data)
    void showToast(translate('accountAdmin:deleted.restored', { account: name }), 'good')
    return true
  } catch (error) {
    void showToast(errorText(error), 'bad')
    return false
  } finally {
    void queryClient.invalidateQueries({ queryKey: deletedAccountsQuery.queryKey })
  }
}

/** Reports that an account is deleted, with an Undo button. */
export async function offerToRestore({ id, name }: Pick<Account, 'id' | 'name'>): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: deletedAccountsQuery.queryKey })
  const { showUndoToast } = await withPhrases(import('../../lib/toasts/undo-toast.ts'), 'chat')
  showUndoToast({
    id: `deleted ${id}`,
    message: translate('accountAdmin:delete.done', { account: name }),
    onUndo: () => void restore({ id, name }),
  })
}
