import {
  type AccountId,
  type Canvas,
  type CanvasId,
  type CanvasScope,
  type CanvasShare,
  changeCanvas,
  type ChatId,
  createCanvas,
  deleteCanvas,
  duplicateCanvas,
  importCanvas,
  limits,
  listCanvases,
  openCanvas,
  type RequestInput,
  restoreCanvas,
  shareCanvas,
} from '@atrium/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { listFrom } from '../../lib/list-from.ts'
import { canvasKeys, reloadCanvases } from './canvas-keys.ts'

export type CanvasesWanted = {
  scope: CanvasScope
  page: number
  search: string
  sort: 'date' | 'title'
  order: 'asc' | 'desc'
}

const inAccount = (accountId: AccountId) => ({ place: { accountId, roomId: null } })

/** A page of the user's canvases. Refetched now and then: who has one open changes without a notice. */
export const canvasesQuery = (accountId: AccountId, { scope, page, search, sort, order }: CanvasesWanted) =>
  queryOptions({
    queryKey: [...canvasKeys(accountId), 'list', { scope, page, search, sort, order }],
    queryFn: async ({ signal }) => {
      const query = {
        scope,
        page: String(page),
        page_size: String(limits.canvasPageSize),
        sort_by: sort,
        order,
        ...(search !== '' && { search }),
      }
      const { message, count } = await api.call(listCanvases, { query }, { ...inAccount(accountId), signal })
      return { canvases: listFrom(message), count }
    },
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  })

/** The canvases that were made from a chat. */
export const canvasesOfChatQuery = (accountId: AccountId, chatId: ChatId) =>
  queryOptions({
    queryKey: [...canvasKeys(accountId), 'chat', chatId],
    queryFn: async ({ signal }) =>
      listFrom(
        (
          await api.call(
            listCanvases,
            { query: { chat_id: chatId, page_size: '50' } },
            { ...inAccount(accountId), signal },
          )
        ).message,
      ),
    staleTime: 60_000,
    // A chat can be shown without this list.
    retry: false,
  })

export const canvasQuery = (accountId: AccountId, canvasId: CanvasId) =>
  queryOptions({
    queryKey: [...canvasKeys(accountId), 'one', canvasId],
    queryFn: async ({ signal }) =>
      (await api.call(openCanvas, { params: { canvasId } }, { ...inAccount(accountId), signal })).message,
    retry: false,
  })

/** Also after a refusal, which often means that the list is outdated. */
async function thenReload<Reply>(accountId: AccountId, work: Promise<Reply>): Promise<Reply> {
  try {
    return await work
  } finally {
    reloadCanvases(accountId)
  }
}

const importTimeoutMs = 120_000

/** Changes of canvases in an account; every list reloads. */
export const canvasChanges = (accountId: AccountId) => {
  const place = inAccount(accountId)
  return {
    create: async (body: RequestInput<typeof createCanvas>['body']): Promise<Canvas> =>
      (await thenReload(accountId, api.call(createCanvas, { body }, place))).message,
    /** Creates a canvas of a Word document, which may take as long as its upload. */
    importWord: async (
      body: RequestInput<typeof importCanvas>['body'],
      signal: AbortSignal,
    ): Promise<Canvas> =>
      (
        await thenReload(
          accountId,
          api.call(importCanvas, { body }, { ...place, signal, timeoutMs: importTimeoutMs }),
        )
      ).message,
    rename: (canvasId: CanvasId, title: string) =>
      thenReload(accountId, api.call(changeCanvas, { params: { canvasId }, body: { title } }, place)),
    share: (canvasId: CanvasId, share: CanvasShare) =>
      thenReload(accountId, api.call(shareCanvas, { body: { canvasId, share } }, place)),
    duplicate: async (canvasId: CanvasId, title: string): Promise<Canvas> =>
      (
        await thenReload(
          accountId,
          api.call(duplicateCanvas, { params: { canvasId }, body: { title } }, place),
        )
      ).message,
    remove: (canvasId: CanvasId) =>
      thenReload(accountId, api.call(deleteCanvas, { params: { canvasId } }, place)),
    restore: (canvasId: CanvasId) =>
      thenReload(accountId, api.call(restoreCanvas, { params: { canvasId } }, place)),
  }
}
