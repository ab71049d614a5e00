import type { AccountId } from '@atrium/contract'
import { queryClient } from '../../lib/query-client.ts'

export const canvasKeys = (accountId: AccountId) => ['canvases', accountId] as const

/** Reloads every list of canvases, and those that are open. */
export const reloadCanvases = (accountId: AccountId): void =>
  void queryClient.invalidateQueries({ queryKey: canvasKeys(accountId) })
