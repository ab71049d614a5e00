import {
  type AccountId,
  type BaseId,
  createKnowledgeBase,
  deleteKnowledgeBase,
  type FileId,
  type KnowledgeBase,
  limits,
  listBaseFiles,
  listKnowledgeBases,
  openKnowledgeBase,
  type RequestInput,
  type RoomId,
  updateKnowledgeBase,
} from '@atrium/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isAborted } from '../../lib/api-error.ts'
import { api, whereabouts } from '../../lib/api.ts'
import { listFrom } from '../../lib/list-from.ts'
import { queryClient } from '../../lib/query-client.ts'
import { knowledgeKeys, reloadBases } from '../context-files/knowledge-keys.ts'
import type { RoomPlace } from '../context-files/queries.ts'
import { lookAgainWhile } from '../context-files/standing.ts'
import { basesCache, type BasesList } from './bases-cache.ts'
import { type BasesPage, isFirstPage, sorts } from './bases-page.ts'

/** The knowledge bases of a room; without one, of every room of the account that the user may use. */
export type BasesPlace = { accountId: AccountId; roomId: RoomId | null }

export const basesQuery = (place: BasesPlace, page: Omit<BasesPage, 'base'>) => {
  const { page: number, sort, search } = page
  const cache = isFirstPage({ ...page, base: null }) ? basesCache(place) : null
  return queryOptions({
    queryKey: [...knowledgeKeys.bases(place.accountId), place.roomId ?? 'all', { number, sort, search }],
    queryFn: async ({ signal }): Promise<BasesList> => {
      const query = {
        page: String(number),
        page_size: String(limits.basePageSize),
        ...sorts[sort],
        ...(search && { search }),
      }
      try {
        const reply = await api.call(listKnowledgeBases, { query }, { signal, place })
        const list = { bases: listFrom(reply.data), count: reply.count }
        cache?.write(list)
        return list
      } catch (error) {
        if (!isAborted(error)) basesCache(place).remove()
        throw error
      }
    },
    placeholderData: (previous) => previous ?? cache?.read() ?? undefined,
    refetchInterval: ({ state }) => lookAgainWhile(state.data?.bases),
  })
}

/** One base, wherever in the list it stands. */
export const baseQuery = (accountId: AccountId, baseId: BaseId) =>
  queryOptions({
    queryKey: [...knowledgeKeys.bases(accountId), 'one', baseId],
    queryFn: async ({ signal }): Promise<KnowledgeBase> => {
      const place = { accountId, roomId: null }
      return (await api.call(openKnowledgeBase, { params: { baseId } }, { signal, place })).data
    },
    refetchInterval: ({ state }) => lookAgainWhile(state.data && [state.data]),
    retry: false,
  })

/** Those that a question can ask, by name; so many at most that further ones are found by searching. */
export const askableBasesQuery = (accountId: AccountId, search = '') =>
  queryOptions({
    queryKey: [...knowledgeKeys.bases(accountId), 'askable', search],
    queryFn: async ({ signal }): Promise<BasesList> => {
      const query = { page_size: String(limits.listPageSizeMost), ...sorts.nameUp, ...(search && { search }) }
      const place = { accountId, roomId: null }
      const reply = await api.call(listKnowledgeBases, { query }, { signal, place })
      return { bases: listFrom(reply.data), count: reply.count }
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })

/** One page of a base's files, from 1. */
export const baseFilesQuery = (accountId: AccountId, baseId: BaseId, page: number) =>
  queryOptions({
    queryKey: [...knowledgeKeys.filesOf(accountId, baseId), page],
    queryFn: async ({ signal }) => {
      const query = { page: String(page), page_size: String(limits.contextFilePageSize) }
      const place = { accountId, roomId: null }
      const reply = await api.call(listBaseFiles, { params: { baseId }, query }, { signal, place })
      return { files: listFrom(reply.data), count: reply.count }
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => lookAgainWhile(state.data?.files),
  })

type NewBase = { name: string; description: string; fileKeys: string[] }
type Changes = RequestInput<typeof updateKnowledgeBase>['body']

/** Also after a refusal: it often means that the list on the screen is not how things are any more. */
async function thenReload<Reply>(accountId: AccountId, work: Promise<Reply>): Promise<Reply> {
  try {
    return await work
  } finally {
    await reloadBases(accountId)
  }
}

export async function createBase(
  place: RoomPlace,
  { name, description, fileKeys }: NewBase,
): Promise<KnowledgeBase> {
  const body = { rag_name: name, description, files: fileKeys, ip_type: 'FILE_UPLOAD' as const }
  return (await thenReload(place.accountId, api.call(createKnowledgeBase, { body }, { place }))).data
}

const changeBase = ({ accountId, roomId }: RoomPlace, baseId: BaseId, body: Changes) =>
  thenReload(
    accountId,
    api.call(updateKnowledgeBase, { params: { baseId }, body }, { place: { accountId, roomId } }),
  )

export const renameBase = (place: RoomPlace, baseId: BaseId, name: string, description: string) =>
  changeBase(place, baseId, { rag_name: name, description })
export const addToBase = (place: RoomPlace, baseId: BaseId, fileKeys: string[]) =>
  changeBase(place, baseId, { files: fileKeys })

export async function removeFromBase(place: RoomPlace, baseId: BaseId, fileId: FileId): Promise<void> {
  await changeBase(place, baseId, { removedFileIds: [fileId] })
}

/** Deletes a base with its files, for everybody. */
export async function deleteBase(place: RoomPlace, baseId: BaseId): Promise<void> {
  await thenReload(place.accountId, api.call(deleteKnowledgeBase, { params: { baseId } }, { place }))
}

// Another account or room is active: what is shown of knowledge bases is asked for anew.
whereabouts.place.subscribe(() => void queryClient.invalidateQueries({ queryKey: ['knowledge-bases'] }))
