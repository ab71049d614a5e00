import type { AccountId, ChatId } from '@atrium/contract'
import { session } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { chatKeys } from './queries.ts'

/** Reloads a chat and the lists that show its title, its date and whether an answer is being written. */
export function reloadChat(accountId: AccountId, chatId: ChatId): void {
  for (const queryKey of [
    chatKeys.details(accountId, chatId),
    chatKeys.recent(accountId),
    chatKeys.history(accountId),
  ]) {
    void queryClient.invalidateQueries({ queryKey })
  }
}

/** Reloads every chat of an account and every list of them. */
export const reloadChats = (accountId: AccountId): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: chatKeys.all(accountId) })

/** Reloads what an answer changes when it ends: the costs of its chat and the credits that are left. */
export function reloadCosts(accountId: AccountId, chatId: ChatId): void {
  void queryClient.invalidateQueries({ queryKey: chatKeys.costs(accountId, chatId) })
  reloadBalances()
}

/** Reloads the credits of the user. A failure costs nothing: the balance shown is only a little old. */
export function reloadBalances(): void {
  session.refreshUserInfo().catch(() => undefined)
}
