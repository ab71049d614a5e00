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
  updateKnowledgeBase,
} from '@atrium/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isAborted } from '../../lib/api/api-error.ts'
import { api, activeContext } from '../../lib/api/api.ts'
import { listFrom } from '../../lib/list-from.ts'
import { queryClient } from '../../lib/query-client.ts'
import { knowledgeKeys, reloadBases } from './knowledge-keys.ts'
import type { KnowledgePlace } from './context-files.ts'
import { pollIntervalWhile } from './status-of.ts'
import { basesCache, type BasesList } from './bases-cache.ts'
import { type BasesPage, isFirstPage, sorts } from './bases-page.ts'

/** Where a base is: in its room, or in the whole account. */
export const placeOfBase = (accountId: AccountId, { room }: Pick<KnowledgeBase, 'room'>): KnowledgePlace => ({
  accountId,
  roomId: room?.id ?? null,
})

/** The knowledge bases that serve a room; without one, all of the account that the user may use. */
export const basesQuery = (place: KnowledgePlace, page: Omit<BasesPage, 'base'>) => {
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
    refetchInterval: ({ state }) => pollIntervalWhile(state.data?.bases),
  })
}

/** One base, wherever it is in the list. */
export const baseQuery = (accountId: AccountId, baseId: BaseId) =>
  queryOptions({
    queryKey: [...knowledgeKeys.bases(accountId), 'one', baseId],
    queryFn: async ({ signal }): Promise<KnowledgeBase> => {
      const place = { accountId, roomId: null }
      return (await api.call(openKnowledgeBase, { params: { baseId } }, { signal, place })).data
    },
    refetchInterval: ({ state }) => pollIntervalWhile(state.data && [state.data]),
    retry: false,
  })

/** The selectable bases by name, up to a limit; further ones are found by searching. */
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
    refetchInterval: ({ state }) => pollIntervalWhile(state.data?.files),
  })

type NewBase = { name: string; description: string; fileKeys: string[] }
type Changes = RequestInput<typeof updateKnowledgeBase>['body']

/** Also after a refusal, which often means that the list is outdated. */
async function thenReload<Reply>(accountId: AccountId, work: Promise<Reply>): Promise<Reply> {
  try {
    return await work
  } finally {
    await reloadBases(accountId)
  }
}

export async function createBase(
  place: KnowledgePlace,
  { name, description, fileKeys }: NewBase,
): Promise<KnowledgeBase> {
  const body = { rag_name: name, description, files: fileKeys, ip_type: 'FILE_UPLOAD' as const }
  return (await thenReload(place.accountId, api.call(createKnowledgeBase, { body }, { place }))).data
}

const changeBase = ({ accountId, roomId }: KnowledgePlace, baseId: BaseId, body: Changes) =>
  thenReload(
    accountId,
    api.call(updateKnowledgeBase, { params: { baseId }, body }, { place: { accountId, roomId } }),
  )

export const renameBase = (place: KnowledgePlace, baseId: BaseId, name: string, description: string) =>
  changeBase(place, baseId, { rag_name: name, description })
export const addToBase = (place: KnowledgePlace, baseId: BaseId, fileKeys: string[]) =>
  changeBase(place, baseId, { files: fileKeys })

export async function removeFromBase(place: KnowledgePlace, baseId: BaseId, fileId: FileId): Promise<void> {
  await changeBase(place, baseId, { removedFileIds: [fileId] })
}

/** Deletes a base with its files, for everybody. */
export async function deleteBase(place: KnowledgePlace, baseId: BaseId): Promise<void> {
  await thenReload(place.accountId, api.call(deleteKnowledgeBase, { params: { baseId } }, { place }))
}

// Reloads knowledge bases when another account or room becomes active.
activeContext.place.subscribe(() => void queryClient.invalidateQueries({ queryKey: ['knowledge-bases'] }))
