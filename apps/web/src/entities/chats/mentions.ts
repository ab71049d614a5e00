import { type AccountId, listMentions, markMentionsSeen, type MentionId } from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { listFrom } from '../../lib/list-from.ts'
import { queryClient } from '../../lib/query-client.ts'

/** Who mentioned the reader in the account, latest first. */
export const mentionsQuery = (accountId: AccountId) =>
  queryOptions({
    queryKey: ['mentions', accountId],
    queryFn: async ({ signal }) => listFrom((await api.call(listMentions, {}, { signal })).message),
    staleTime: 60_000,
  })

export const reloadMentions = (accountId: AccountId): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: mentionsQuery(accountId).queryKey })

/** Marks them as seen at once; mentions whose update failed are new again at the next load. */
export async function seeMentions(accountId: AccountId, mentionIds: MentionId[]): Promise<void> {
  if (mentionIds.length === 0) return
  queryClient.setQueryData(mentionsQuery(accountId).queryKey, (mentions) =>
    mentions?.map((one) => ({ ...one, isSeen: true })),
  )
  await api.call(markMentionsSeen, { body: { mentionIds } })
}
