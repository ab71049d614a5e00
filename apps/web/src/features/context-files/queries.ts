import {
  type AccountId,
  contentTypeOf,
  deleteContextFile,
  type FileId,
  getFileLink,
  getUploadForm,
  limits,
  listContextFiles,
  type RoomId,
} from '@atrium/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { listFrom } from '../../lib/list-from.ts'
import { queryClient } from '../../lib/query-client.ts'
import { sendFile, type SendOptions } from './send-file.ts'
import { UploadFailed } from './upload-failure.ts'
import { createUploads, type Uploads } from './uploads.ts'

/** A room, and the account that it is in. */
export type RoomPlace = { accountId: AccountId; roomId: RoomId }

const filesOf = ({ accountId, roomId }: RoomPlace) => ['context-files', accountId, roomId] as const

/** One page of a room's files, from 1, with how many there are in all and what there is place for. */
export const contextFilesQuery = (place: RoomPlace, page: number) =>
  queryOptions({
    queryKey: [...filesOf(place), page],
    queryFn: async ({ signal }) => {
      const query = { page: String(page), page_size: String(limits.contextFilePageSize) }
      const params = { roomId: place.roomId }
      const reply = await api.call(listContextFiles, { params, query }, { signal, place })
      return {
        files: listFrom(reply.data),
        count: reply.count,
        usedBytes: reply.usedBytes,
        limits: reply.limits,
      }
    },
    placeholderData: keepPreviousData,
  })

const reload = (place: RoomPlace) => queryClient.invalidateQueries({ queryKey: filesOf(place) })

/** Adds a file to the context of a room. Throws `UploadFailed`, or `CallAborted` when `signal` ended it. */
export async function uploadContextFile(
  place: RoomPlace,
  file: File,
  options: SendOptions = {},
): Promise<void> {
  const query = {
    filename: file.name,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': contentTypeOf(file.name),
    size: String(file.size),
  }
  const { data: form } = await api
    .call(getUploadForm, { query }, { place, signal: options.signal })
    .catch((error: unknown) => UploadFailed.throw('form', error))
  await sendFile(form, file, options).catch((error: unknown) => UploadFailed.throw('file', error))
}

/** Deletes a file for everybody. */
export async function removeContextFile(place: RoomPlace, fileId: FileId): Promise<void> {
  try {
    await api.call(deleteContextFile, { params: { roomId: place.roomId, fileId } }, { place })
  } finally {
    // A refusal too says that the list is not what the page believes.
    await reload(place)
  }
}

/** Has the browser save a file. */
export async function saveContextFile(place: RoomPlace, fileId: FileId): Promise<void> {
  const { data } = await api.call(getFileLink, { query: { file_id: fileId } }, { place })
  location.assign(data.url)
}

const uploadsByRoom = new Map<string, Uploads>()

/** The uploads to a room; they go on when the page of the room is left. */
export function uploadsTo(place: RoomPlace): Uploads {
  const key = filesOf(place).join(' ')
  const uploads =
    uploadsByRoom.get(key) ??
    createUploads({
      send: (file, options) => uploadContextFile(place, file, options),
      onDone: () => void reload(place),
    })
  uploadsByRoom.set(key, uploads)
  return uploads
}
