import {
  acceptInvite,
  declineInvite,
  type InviteId,
  joinByInvite,
  listInvites,
  type PendingInvite,
  showInvite,
} from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { JoinedAccount } from './opened-invite.ts'
import { keepAccount } from '../../entities/accounts/queries.ts'

/** Accounts that the user may join: by invitation, or by their address's domain. */
export const pendingInvitesQuery = queryOptions({
  queryKey: ['pending-invites'],
  queryFn: async ({ signal }): Promise<PendingInvite[]> => (await api.call(listInvites, {}, { signal })).data,
})

/** The account that a link invites to; querying joins nothing. */
export const inviteQuery = (token: string) =>
  queryOptions({
    queryKey: ['invite', token],
    queryFn: async ({ signal }) => (await api.call(showInvite, { params: { token } }, { signal })).data,
  })

/** Joins the account of an invitation, or one open to the user's domain. */
export async function accept({ inviteId, accountId }: PendingInvite): Promise<JoinedAccount> {
  return joined((await api.call(acceptInvite, { body: inviteId ? { inviteId } : { accountId } })).data)
}

/** Joins by a public link, or by the link of a mailed invitation. */
export async function joinBy(token: string): Promise<JoinedAccount> {
  return joined((await api.call(joinByInvite, { params: { token } })).data)
}

export async function decline(inviteId: InviteId): Promise<void> {
  try {
    await api.call(declineInvite, { query: { inviteId } })
  } finally {
    await queryClient.invalidateQueries({ queryKey: pendingInvitesQuery.queryKey })
  }
}

/** Puts an account just joined among the user's own, so that it can be entered at once. */
function joined(reply: JoinedAccount): JoinedAccount {
  void queryClient.invalidateQueries({ queryKey: pendingInvitesQuery.queryKey })
  keepAccount(reply.account)
  return reply
}
