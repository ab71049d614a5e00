import {
  type AccountId,
  addRoomMembers,
  changeRoom,
  deleteRoom,
  getRoom,
  getRoomLogoUploadForm,
  leaveRoom,
  listDeletedRooms,
  listRoomMembers,
  limits,
  makeRoomAdmin,
  removeRoomMember,
  type RequestInput,
  restoreRoom,
  type RoomId,
  searchPeople,
  type UserId,
} from '@atrium/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../lib/api/api-error.ts'
import { api } from '../../lib/api/api.ts'
import { listFrom } from '../../lib/list-from.ts'
import { postUploadForm } from '../../lib/post-upload-form.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { LogoType } from '../files/logo-file.ts'
import { reloadModels } from '../models/queries.ts'
import type { InstructionsDraft } from './create-room-flow.ts'
import { goByWill } from './lost-rooms.ts'
import { reloadRooms } from './queries.ts'
import { roomKeys } from './room-keys.ts'

export const roomQuery = (accountId: AccountId, roomId: RoomId) =>
  queryOptions({
    queryKey: roomKeys.details(accountId, roomId),
    queryFn: async ({ signal }) =>
      (await api.call(getRoom, { params: { accountId, roomId } }, { signal })).data,
  })

/** One page of a room's members, from 1, with how many there are in all. */
export const roomMembersQuery = (accountId: AccountId, roomId: RoomId, page: number) =>
  queryOptions({
    queryKey: [...roomKeys.members(accountId, roomId), page],
    queryFn: async ({ signal }) => {
      const query = { page: String(page), page_size: String(limits.roomMemberPageSize) }
      const { data, count } = await api.call(listRoomMembers, { params: { roomId }, query }, { signal })
      return { members: listFrom(data), count }
    },
    placeholderData: keepPreviousData,
  })

/** People of the account who can be added; with a room, only those who are not in it. */
export const peopleQuery = (accountId: AccountId, roomId: RoomId | null, query: string) =>
  queryOptions({
    queryKey: [...roomKeys.people(accountId), roomId, query],
    queryFn: async ({ signal }) => {
      const { data, count } = await api.call(
        searchPeople,
        { params: { accountId }, query: { query, ...(roomId && { room_id: roomId }) } },
        { signal },
      )
      return { people: listFrom(data), count }
    },
    retry: false,
    gcTime: 30_000,
  })

export const deletedRoomsQuery = (accountId: AccountId) =>
  queryOptions({
    queryKey: roomKeys.deleted(accountId),
    queryFn: async ({ signal }) =>
      listFrom((await api.call(listDeletedRooms, { params: { accountId } }, { signal })).data),
  })

type Changes = RequestInput<typeof changeRoom>['body']

/**
 * Changes of one room. Each reloads what shows it and throws when the server refuses; a refusal reloads too, since the caller's
 * rights may differ from those that the page shows.
 */
export const roomChanges = (accountId: AccountId, roomId: RoomId) => {
  const params = { accountId, roomId }
  const run = async <Reply>(work: () => Promise<Reply>): Promise<Reply> => {
    try {
      const reply = await work()
      await reloadRooms(accountId)
      return reply
    } catch (error) {
      if (error instanceof ApiError && (error.status === 403 || error.status === 404))
        void reloadRooms(accountId)
      throw error
    }
  }
  const change = (body: Changes) =>
    run(async () => {
      const { data } = await api.call(changeRoom, { params, body })
      queryClient.setQueryData(roomQuery(accountId, roomId).queryKey, data)
      if (body.allowedModelIds !== undefined) void reloadModels(accountId)
    })
  return {
    change,
    saveInstructions: ({ text, modifiers }: InstructionsDraft) =>
      change({ system_prompt: { instructions: text.trim(), modifiers } }),
    /** Uploads a picture and makes it the room's. */
    uploadLogo: async (logo: File) => {
      const contentType = logo.type as LogoType
      const { data: form } = await api.call(getRoomLogoUploadForm, {
        params: { ...params, filename: contentType === 'image/png' ? 'logo.png' : 'logo.jpg' },
        query: { 'cache-control': 'public, max-age=31536000, immutable', 'content-type': contentType },
      })
      await postUploadForm(form, logo)
      await change({ logoFilename: form.fields.key ?? null })
    },
    addMembers: (people: { id: UserId }[]) => {
      const body = people.map(({ id }) => ({ id, membership_type: 'MEMBER' as const }))
      return run(() => api.call(addRoomMembers, { params: { roomId }, body }))
    },
    makeAdmin: (userId: UserId) => run(() => api.call(makeRoomAdmin, { params: { roomId, userId } })),
    removeMember: (userId: UserId) => run(() => api.call(removeRoomMember, { params: { roomId, userId } })),
    leave: () => goByWill(roomId, () => run(() => api.call(leaveRoom, { params: { roomId } }))),
    remove: () => goByWill(roomId, () => run(() => api.call(deleteRoom, { params }))),
    restore: (name?: string) =>
      run(() => api.call(restoreRoom, { params, body: name === undefined ? {} : { name } })),
  }
}
