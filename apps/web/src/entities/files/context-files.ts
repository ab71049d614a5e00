import {
  type AccountId,
  contentTypeOf,
  deleteContextFile,
  type FileId,
  getFileLink,
  getUploadForm,
  limits,
  listContextFiles,
  retryFile,
  type RoomId,
} from '@atrium/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { listFrom } from '../../lib/list-from.ts'
import { queryClient } from '../../lib/query-client.ts'
import { knowledgeKeys, reloadKnowledge } from './knowledge-keys.ts'
import { sendFile, type SendOptions } from './send-file.ts'
import { pollIntervalWhile } from './status-of.ts'
import { UploadFailed } from './upload-failure.ts'
import { createUploads, type Uploads } from './uploads.ts'

/** A room, and the account that it is in. */
export type RoomPlace = { accountId: AccountId; roomId: RoomId }
/** Where files and knowledge bases are: in a room, or in the whole account. */
export type KnowledgePlace = { accountId: AccountId; roomId: RoomId | null }

const filesOf = ({ accountId, roomId }: RoomPlace) => knowledgeKeys.contextFiles(accountId, roomId)

/** One page of a room's files, from 1, with their total number and the limits. */
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
    refetchInterval: ({ state }) => pollIntervalWhile(state.data?.files),
  })

const reload = (place: RoomPlace) => queryClient.invalidateQueries({ queryKey: filesOf(place) })

/**
 * Uploads a file for a room's context, or for a knowledge base that is named later; returns its key. Throws `UploadFailed`,
 * or `CallAborted` when aborted.
 */
export async function uploadFile(
  place: KnowledgePlace,
  file: File,
  { purpose, ...options }: SendOptions & { purpose: 'context' | 'base' },
): Promise<string> {
  const query = {
    filename: file.name,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': contentTypeOf(file.name),
    size: String(file.size),
    for: purpose,
  }
  const { data: form } = await api
    .call(getUploadForm, { query }, { place, signal: options.signal })
    .catch((error: unknown) => UploadFailed.throw('form', error))
  await sendFile(form, file, options).catch((error: unknown) => UploadFailed.throw('file', error))
  return form.fields['key'] ?? ''
}

/** Adds a file to the context of a room. Throws as `uploadFile` does. */
export async function uploadContextFile(
  place: RoomPlace,
  file: File,
  options: SendOptions = {},
): Promise<void> {
  await uploadFile(place, file, { ...options, purpose: 'context' })
}

/** Retries the processing of a failed file. */
export async function readFileAgain(place: KnowledgePlace, fileId: FileId): Promise<void> {
  try {
    await api.call(retryFile, { params: { fileId } }, { place })
  } finally {
    void reloadKnowledge(place.accountId, place.roomId)
  }
}

/** Deletes a file for everybody. */
export async function removeContextFile(place: RoomPlace, fileId: FileId): Promise<void> {
  try {
    await api.call(deleteContextFile, { params: { roomId: place.roomId, fileId } }, { place })
  } finally {
    // A refusal also shows that the page's list is outdated.
    await reload(place)
  }
}

/** Has the browser save a file. */
export async function saveContextFile(place: KnowledgePlace, fileId: FileId): Promise<void> {
  const { data } = await api.call(getFileLink, { query: { file_id: fileId } }, { place })
  location.assign(data.url)
}

const uploadsByRoom = new Map<string, Uploads>()

/** The uploads to a room; they continue after leaving the room's page. */
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
