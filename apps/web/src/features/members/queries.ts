import {
  type AccountId,
  type AccountRole,
  changeMember,
  createInviteLink,
  type InvitedRole,
  type InviteId,
  inviteMany,
  inviteMember,
  limits,
  type LinkId,
  listInviteLinks,
  listMembers,
  type MemberSortKey,
  removeMember,
  resendInvite,
  revokeInviteLink,
  type SortOrder,
  type UserId,
  withdrawInvite,
} from '@atrium/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { accountsQuery } from '../accounts/queries.ts'

/** One page of an account's people: what is searched for, its order and its number from 1. */
export type MembersPage = { page: number; sort: MemberSortKey; order: SortOrder; search: string }

const lookAgainMs = 20_000

const keyOf = (accountId: AccountId) => ['members', accountId] as const
const linksKeyOf = (accountId: AccountId) => ['invite-links', accountId] as const

export const membersQuery = (accountId: AccountId, { page, sort, order, search }: MembersPage) =>
  queryOptions({
    queryKey: [...keyOf(accountId), { page, sort, order, search }],
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
    // Whoever is invited joins by and by.
    refetchInterval: lookAgainMs,
  })

export const inviteLinksQuery = (accountId: AccountId) =>
  queryOptions({
    queryKey: linksKeyOf(accountId),
    queryFn: async ({ signal }) =>
      (await api.call(listInviteLinks, {}, { signal, place: { accountId, roomId: null } })).data,
  })

/** Who is invited, in what role. */
export type InviteList = { lines: string[]; role: InvitedRole }

/** What admins do with people of an account. Each loads anew what it changed, and throws when the server refuses. */
export const memberChanges = (accountId: AccountId) => {
  const params = { id: accountId }
  const place = { accountId, roomId: null }
  /** Also after a refusal: it often means that the list on the screen is not how things are any more. */
  const thenReload = async <Result>(change: Promise<Result>): Promise<Result> => {
    try {
      return await change
    } finally {
      void queryClient.invalidateQueries({ queryKey: keyOf(accountId) })
      void queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey })
    }
  }
  const thenReloadLinks = async <Result>(change: Promise<Result>): Promise<Result> => {
    try {
      return await change
    } finally {
      void queryClient.invalidateQueries({ queryKey: linksKeyOf(accountId) })
    }
  }
  return {
    invite: (email: string, role: InvitedRole) =>
      thenReload(api.call(inviteMember, { params, body: { email, role } })),
    /** Looks what would become of each line; sends nothing. */
    previewInvites: async (list: InviteList) =>
      (await api.call(inviteMany, { params, body: { ...list, preview: true } })).data,
    inviteMany: async (list: InviteList) =>
      (await thenReload(api.call(inviteMany, { params, body: list }))).data,
    resend: (inviteId: InviteId) => thenReload(api.call(resendInvite, { params, body: { inviteId } })),
    withdraw: (inviteId: InviteId) => thenReload(api.call(withdrawInvite, { params, query: { inviteId } })),
    setRole: (userId: UserId, role: AccountRole) =>
      thenReload(api.call(changeMember, { params, body: { userId, role } })),
    /** `limit` in credits; null takes it away. */
    setLimit: (userId: UserId, limit: number | null) =>
      thenReload(api.call(changeMember, { params, body: { userId, monthlyCreditLimit: limit } })),
    remove: (userId: UserId) => thenReload(api.call(removeMember, { params, query: { userId } })),
    createLink: async (expiresInDays: number, useLimit: number | null) =>
      (await thenReloadLinks(api.call(createInviteLink, { body: { expiresInDays, useLimit } }, { place })))
        .data,
    revokeLink: (linkId: LinkId) =>
      thenReloadLinks(api.call(revokeInviteLink, { params: { linkId } }, { place })),
  }
}

export type MemberChanges = ReturnType<typeof memberChanges>
