import {
  type AccountId,
  type CanvasId,
  deleteCanvasVersion,
  listCanvasVersions,
  nameCanvasVersion,
  openCanvasVersion,
  restoreCanvasVersion,
  saveCanvasVersion,
} from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { listFrom } from '../../lib/list-from.ts'

// Separate from the lists of canvases, which reload with every change to a canvas.
const versionKeys = (accountId: AccountId, canvasId: CanvasId) =>
  ['canvas-versions', accountId, canvasId] as const
const inAccount = (accountId: AccountId) => ({
  place: { accountId, roomId: null },
})

export const canvasVersionsQuery = (accountId: AccountId, canvasId: CanvasId) =>
  queryOptions({
    queryKey: [...versionKeys(accountId, canvasId), 'list'],
    queryFn: async ({ signal }) =>
      listFrom(
        (await api.call(listCanvasVersions, { params: { canvasId } }, { ...inAccount(accountId), signal }))
          .message,
      ),
    staleTime: 0,
  })

/** A version with its text, which never changes. */
export const canvasVersionQuery = (accountId: AccountId, canvasId: CanvasId, number: number) =>
  queryOptions({
    queryKey: [...versionKeys(accountId, canvasId), 'one', number],
    queryFn: async ({ signal }) =>
      (
        await api.call(
          openCanvasVersion,
          { params: { canvasId, number: String(number) } },
          { ...inAccount(accountId), signal },
        )
      ).message,
    staleTime: Infinity,
    gcTime: 60_000,
  })

/** Changes of a canvas' versions; the list reloads, also after a refusal. */
export const canvasVersionChanges = (accountId: AccountId, canvasId: CanvasId) => {
  const place = inAccount(accountId)
  const ofVersion = (number: number) => ({
    params: { canvasId, number: String(number) },
  })
  const thenReload = async <Reply>(work: Promise<Reply>): Promise<Reply> => {
    try {
      return await work
    } finally {
      void queryClient.invalidateQueries({
        queryKey: [...versionKeys(accountId, canvasId), 'list'],
      })
    }
  }
  return {
    save: async (name: string) =>
      (await thenReload(api.call(saveCanvasVersion, { params: { canvasId }, body: { name } }, place)))
        .message,
    rename: (number: number, name: string | null) =>
      thenReload(api.call(nameCanvasVersion, { ...ofVersion(number), body: { name } }, place)),
    restore: async (number: number) =>
      (await thenReload(api.call(restoreCanvasVersion, ofVersion(number), place))).message,
    remove: (number: number) => thenReload(api.call(deleteCanvasVersion, ofVersion(number), place)),
  }
}
