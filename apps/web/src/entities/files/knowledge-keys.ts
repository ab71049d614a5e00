import type { AccountId, BaseId, RoomId } from '@atrium/contract'
import { queryClient } from '../../lib/query-client.ts'

/** Cache keys of files and knowledge bases, so that one notice invalidates all of them. */
export const knowledgeKeys = {
  contextFiles: (accountId: AccountId, roomId: RoomId) => ['context-files', accountId, roomId] as const,
  check: (accountId: AccountId, roomId: RoomId) => ['knowledge-check', accountId, roomId] as const,
  bases: (accountId: AccountId) => ['knowledge-bases', accountId] as const,
  filesOfBases: (accountId: AccountId) => ['base-files', accountId] as const,
  filesOf: (accountId: AccountId, baseId: BaseId) => ['base-files', accountId, baseId] as const,
}

/** Reloads an account's lists of knowledge bases and their files. */
export async function reloadBases(accountId: AccountId): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: knowledgeKeys.bases(accountId) }),
    queryClient.invalidateQueries({ queryKey: knowledgeKeys.filesOfBases(accountId) }),
  ])
}

/** Reloads everything about a room's knowledge; without one, of every visible room. */
export async function reloadKnowledge(accountId: AccountId, roomId: RoomId | null = null): Promise<void> {
  const files = roomId ? knowledgeKeys.contextFiles(accountId, roomId) : ['context-files', accountId]
  const check = roomId ? knowledgeKeys.check(accountId, roomId) : ['knowledge-check', accountId]
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: files }),
    queryClient.invalidateQueries({ queryKey: check }),
    reloadBases(accountId),
  ])
}
