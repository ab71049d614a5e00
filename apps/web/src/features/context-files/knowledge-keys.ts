import type { AccountId, BaseId, RoomId } from '@atrium/contract'
import { queryClient } from '../../lib/query-client.ts'

/** Under what the page keeps files and knowledge bases, so that one notice reaches all that shows them. */
export const knowledgeKeys = {
  contextFiles: (accountId: AccountId, roomId: RoomId) => ['context-files', accountId, roomId] as const,
  check: (accountId: AccountId, roomId: RoomId) => ['knowledge-check', accountId, roomId] as const,
  bases: (accountId: AccountId) => ['knowledge-bases', accountId] as const,
  filesOfBases: (accountId: AccountId) => ['base-files', accountId] as const,
  filesOf: (accountId: AccountId, baseId: BaseId) => ['base-files', accountId, baseId] as const,
}

/** Asks anew for the lists of knowledge bases of an account and for the files in them. */
export async function reloadBases(accountId: AccountId): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: knowledgeKeys.bases(accountId) }),
    queryClient.invalidateQueries({ queryKey: knowledgeKeys.filesOfBases(accountId) }),
  ])
}

/** Asks anew for everything that a room knows; of every room that is shown without one. */
export async function reloadKnowledge(accountId: AccountId, roomId?: RoomId): Promise<void> {
  const files = roomId ? knowledgeKeys.contextFiles(accountId, roomId) : ['context-files', accountId]
  const check = roomId ? knowledgeKeys.check(accountId, roomId) : ['knowledge-check', accountId]
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: files }),
    queryClient.invalidateQueries({ queryKey: check }),
    reloadBases(accountId),
  ])
}
