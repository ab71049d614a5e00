import {
  acceptInvite,
  type Account,
  declineInvite,
  type InviteId,
  joinByInvite,
  listInvites,
  type PendingInvite,
  showInvite,
} from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { keepAccount } from './queries.ts'

/** What the user may join: by an invitation, or for the domain of their address. */
export const pendingInvitesQuery = queryOptions({
  queryKey: ['pending-invites'],
  queryFn: async ({ signal }): Promise<PendingInvite[]> => (await api.call(listInvites, {}, { signal })).data,
})

/** What one would join by a link; asking joins nothing. */
export const inviteQuery = (token: string) =>
  queryOptions({
    queryKey: ['invite', token],
    queryFn: async ({ signal }) => (await api.call(showInvite, { params: { token } }, { signal })).data,
  })

/** Joins the account of an invitation, or the one that takes everybody of the user's domain. */
export async function accept({ inviteId, accountId }: PendingInvite): Promise<Account> {
  return joined(
    (await api.call(acceptInvite, { body: inviteId ? { inviteId } : { accountId } })).data.account,
  )
}

/** Joins by a public link, or by the link of a mailed invitation. */
export async function joinBy(token: string): Promise<Account> {
  return joined((await api.call(joinByInvite, { params: { token } })).data.account)
}

export async function decline(inviteId: InviteId): Promise<void> {
  try {
    await api.call(declineInvite, { query: { inviteId } })
  } finally {
    await queryClient.invalidateQueries({ queryKey: pendingInvitesQuery.queryKey })
  }
}

/** Puts an account just joined among the user's own, so that it can be entered at once. */
function joined(account: Account): Account {
  void queryClient.invalidateQueries({ queryKey: pendingInvitesQuery.queryKey })
  return keepAccount(account)
}
