import {
  type AccountId,
  beginCanvasThread,
  type CanvasId,
  type CanvasRange,
  type CanvasThread,
  changeCanvasComment,
  type CommentId,
  deleteCanvasComment,
  listCanvasThreads,
  type PersonMention,
  replyInCanvasThread,
  resolveCanvasThread,
  type ThreadId,
} from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { listFrom } from '../../lib/list-from.ts'
import { queryClient } from '../../lib/query-client.ts'

/** Separate from the lists of canvases, which reload with every change to a canvas. */
const threadsKey = (accountId: AccountId, canvasId: CanvasId) =>
  ['canvas-threads', accountId, canvasId] as const
const inAccount = (accountId: AccountId) => ({ place: { accountId, roomId: null } })

/** The threads of comments on a canvas. */
export const canvasThreadsQuery = (accountId: AccountId, canvasId: CanvasId) =>
  queryOptions({
    queryKey: threadsKey(accountId, canvasId),
    queryFn: async ({ signal }) =>
      listFrom(
        (await api.call(listCanvasThreads, { params: { canvasId } }, { ...inAccount(accountId), signal }))
          .message,
      ),
    retry: false,
  })

export const reloadThreads = (accountId: AccountId, canvasId: CanvasId): void =>
  void queryClient.invalidateQueries({ queryKey: threadsKey(accountId, canvasId) })

export type WrittenComment = { text: string; mentions: PersonMention[] }

/** Changes of the comments on a canvas; they reload, also after a refusal. */
export const canvasCommentChanges = (accountId: AccountId, canvasId: CanvasId) => {
  const place = inAccount(accountId)
  const thenReload = async <Reply>(work: Promise<Reply>): Promise<Reply> => {
    try {
      return await work
    } finally {
      reloadThreads(accountId, canvasId)
    }
  }
  return {
    begin: async (range: CanvasRange, written: WrittenComment): Promise<CanvasThread> =>
      (
        await thenReload(
          api.call(beginCanvasThread, { params: { canvasId }, body: { ...written, range } }, place),
        )
      ).message,
    reply: (threadId: ThreadId, body: WrittenComment) =>
      thenReload(api.call(replyInCanvasThread, { params: { canvasId, threadId }, body }, place)),
    resolve: (threadId: ThreadId, isResolved: boolean) =>
      thenReload(
        api.call(resolveCanvasThread, { params: { canvasId, threadId }, body: { isResolved } }, place),
      ),
    change: (commentId: CommentId, body: WrittenComment) =>
      thenReload(api.call(changeCanvasComment, { params: { canvasId, commentId }, body }, place)),
    remove: (commentId: CommentId) =>
      thenReload(api.call(deleteCanvasComment, { params: { canvasId, commentId } }, place)),
  }
}
