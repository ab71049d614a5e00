import {
  type AccountId,
  type AccountRole,
  changeMember,
  createInviteLink,
  dismissEndedInvite,
  type EndedInvite,
  type InvitedRole,
  type InviteId,
  inviteMany,
  inviteMember,
  limits,
  type LinkId,
  listEndedInvites,
  listInviteLinks,
  listMembers,
  type MemberSortKey,
  removeMember,
  resendInvite,
  revokeInviteLink,
  type RoomId,
  type SortOrder,
  type UserId,
  withdrawInvite,
} from '@atrium/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { membersKey } from './member-keys.ts'
import { accountsQuery } from './queries.ts'

/** One page of an account's people: search, order and page number from 1. */
export type MembersPage = { page: number; sort: MemberSortKey; order: SortOrder; search: string }

const lookAgainMs = 20_000

/** Below the members' key: every change of people may end or renew invitations. */
const endedKeyOf = (accountId: AccountId) => [...membersKey(accountId), 'ended-invites'] as const
const linksKeyOf = (accountId: AccountId) => ['invite-links', accountId] as const

export const membersQuery = (accountId: AccountId, { page, sort, order, search }: MembersPage) =>
  queryOptions({
    queryKey: [...membersKey(accountId), { page, sort, order, search }],
    queryFn: async ({ signal }) => {
      const query = {
        page: String(page),
        page_size: String(limits.memberPageSize),
        sort_by: sort,
        order,
        ...(search && { search }),
      }
      const { data, count } = await api.call(listMembers, { params: { id: accountId }, query }, { signal })
      return { members: data, count }
    },
    placeholderData: keepPreviousData,
    // Invited people join over time.
    refetchInterval: lookAgainMs,
  })

export const inviteLinksQuery = (accountId: AccountId) =>
  queryOptions({
    queryKey: linksKeyOf(accountId),
    queryFn: async ({ signal }) =>
      (await api.call(listInviteLinks, {}, { signal, place: { accountId, roomId: null } })).data,
  })

/** Invitations that ended because their sender is no longer an admin. */
export const endedInvitesQuery = (accountId: AccountId) =>
  queryOptions({
    queryKey: endedKeyOf(accountId),
    queryFn: async ({ signal }) =>
      (await api.call(listEndedInvites, { params: { id: accountId } }, { signal })).data,
  })

/** The people to invite, their role, and the room to start in; null: none. */
export type InviteList = { lines: string[]; role: InvitedRole; roomId: RoomId | null }

/** Admins' changes of people. Each reloads the changed data, and throws if refused. */
export const memberChanges = (accountId: AccountId) => {
  const params = { id: accountId }
  const place = { accountId, roomId: null }
  /** Also after a refusal, which often means that the list is outdated. */
  const thenReload = async <Result>(change: Promise<Result>): Promise<Result> => {
    try {
      return await change
    } finally {
      void queryClient.invalidateQueries({ queryKey: membersKey(accountId) })
      void queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey })
    }
  }
  const thenReloadLinks = async <Result>(change: Promise<Result>): Promise<Result> => {
    try {
      return await change
    } finally {
      void queryClient.invalidateQueries({ queryKey: linksKeyOf(accountId) })
      void queryClient.invalidateQueries({ queryKey: endedKeyOf(accountId) })
    }
  }
  return {
    invite: (email: string, role: InvitedRole, roomId: RoomId | null) =>
      thenReload(api.call(inviteMember, { params, body: { email, role, ...roomOf(roomId) } })),
    /** Previews the result of each line; sends nothing. */
    previewInvites: async ({ roomId, ...list }: InviteList) =>
      (await api.call(inviteMany, { params, body: { ...list, ...roomOf(roomId), preview: true } })).data,
    inviteMany: async ({ roomId, ...list }: InviteList) =>
      (await thenReload(api.call(inviteMany, { params, body: { ...list, ...roomOf(roomId) } }))).data,
    resend: (inviteId: InviteId) => thenReload(api.call(resendInvite, { params, body: { inviteId } })),
    withdraw: (inviteId: InviteId) => thenReload(api.call(withdrawInvite, { params, query: { inviteId } })),
    dismissEnded: ({ inviteId, linkId }: EndedInvite) =>
      thenReload(
        api.call(dismissEndedInvite, {
          params,
          query: { ...(inviteId && { inviteId }), ...(linkId && { linkId }) },
        }),
      ),
    setRole: (userId: UserId, role: AccountRole) =>
      thenReload(api.call(changeMember, { params, body: { userId, role } })),
    /** Credits per month; a null limit removes the limit, `extra` is added to the plan's share. */
    setLimit: (userId: UserId, { limit, extra }: { limit: number | null; extra?: number }) =>
      thenReload(
        api.call(changeMember, {
          params,
          body: {
            userId,
            monthlyCreditLimit: limit,
            ...(extra !== undefined && { monthlyExtraCredits: extra }),
          },
        }),
      ),
    remove: (userId: UserId) => thenReload(api.call(removeMember, { params, query: { userId } })),
    createLink: async (expiresInDays: number, useLimit: number | null, roomId: RoomId | null) => {
      const body = { expiresInDays, useLimit, ...roomOf(roomId) }
      return (await thenReloadLinks(api.call(createInviteLink, { body }, { place }))).data
    },
    revokeLink: (linkId: LinkId) =>
      thenReloadLinks(api.call(revokeInviteLink, { params: { linkId } }, { place })),
  }
}

const roomOf = (roomId: RoomId | null) => (roomId === null ? {} : { roomId })

export type MemberChanges = ReturnType<typeof memberChanges>
