import {
  type AccountId,
  type ChatId,
  describePicture as describePictureEndpoint,
  type FileId,
  limits,
  listRoomPictures,
  type RoomId,
} from '@atrium/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { listFrom } from '../../lib/list-from.ts'
import { queryClient } from '../../lib/query-client.ts'
import { chatKeys } from './queries.ts'

export type PicturesWanted = { page: number; search: string }

const keysOf = (accountId: AccountId) => ['pictures', accountId] as const

/** A page of the pictures of a room. Refetched now and then: pictures made by others in shared chats appear without a notice. */
export const roomPicturesQuery = (accountId: AccountId, roomId: RoomId, { page, search }: PicturesWanted) =>
  queryOptions({
    queryKey: [...keysOf(accountId), roomId, { page, search }],
    queryFn: async ({ signal }) => {
      const query = {
        page: String(page),
        page_size: String(limits.pictureListSize),
        ...(search !== '' && { search }),
      }
      const { message, count } = await api.call(
        listRoomPictures,
        { params: { roomId }, query },
        { place: { accountId, roomId: null }, signal },
      )
      return { pictures: listFrom(message), count }
    },
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })

/** Sets the description of a picture, or throws. */
export async function describePicture(
  accountId: AccountId,
  { chatId, fileId }: { chatId: ChatId; fileId: FileId },
  altText: string,
): Promise<void> {
  await api.call(
    describePictureEndpoint,
    { params: { chatId, fileId }, body: { altText } },
    { place: { accountId, roomId: null } },
  )
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keysOf(accountId) }),
    queryClient.invalidateQueries({ queryKey: chatKeys.details(accountId, chatId) }),
  ])
}
