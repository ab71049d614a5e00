import type { CanvasComment, CanvasId, CanvasRange, CanvasThread, ThreadId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Actor, requireCanvas } from '../access.ts'

type CommentRow = Omit<CanvasComment, 'createdAt' | 'editedAt' | 'author'> & {
  threadId: ThreadId
  range: CanvasRange
  quote: string
  resolvedAt: Date | null
  resolvedBy: string | null
  author: CanvasComment['author']
  createdAt: Date
  editedAt: Date | null
}

/** Returns the threads of a canvas, oldest first, for people who may see it. */
export async function listThreads(
  trx: TenantTransaction,
  actor: Actor,
  canvasId: CanvasId,
): Promise<CanvasThread[]> {
  await requireCanvas(trx, actor, canvasId, 'view')
  return await findThreads(trx, actor, canvasId, sql`true`)
}

/** Returns a thread; throws NOT_FOUND. */
export async function requireThread(
  trx: TenantTransaction,
  actor: Actor,
  canvasId: CanvasId,
  threadId: ThreadId,
): Promise<CanvasThread> {
  const [thread] = await findThreads(trx, actor, canvasId, sql`thread.id = ${threadId}`)
  return thread ?? fail('NOT_FOUND')
}

/** Ids grow with time: they put comments of one moment in order. */
async function findThreads(
  trx: TenantTransaction,
  { accountId }: Actor,
  canvasId: CanvasId,
  which: RawBuilder<unknown>,
): Promise<CanvasThread[]> {
  const found = await sql<CommentRow>`
    select thread.id as "threadId", thread.range, thread.quote, thread.resolved_at as "resolvedAt", resolver.name as "resolvedBy",
      comment.id as "commentId", comment.text, comment.mentions, comment.created_at as "createdAt",
      comment.edited_at as "editedAt",
      json_build_object('id', author.id, 'name', author.name, 'pictureUrl', author.image) as author
    from canvas_thread as thread
    join canvas_comment as comment on comment.account_id = thread.account_id and comment.canvas_id = thread.canvas_id
      and comment.thread_id = thread.id
    join identity_user as author on author.id = comment.author_id
    left join identity_user as resolver on resolver.id = thread.resolved_by
    where thread.account_id = ${accountId} and thread.canvas_id = ${canvasId} and ${which}
    order by thread.created_at, thread.id, comment.created_at, comment.id`.execute(trx)
  const threads = new Map<ThreadId, CanvasThread>()
  for (const { threadId, range, quote, resolvedAt, resolvedBy, createdAt, editedAt, ...row } of found.rows) {
    const thread = threads.get(threadId) ?? {
      ...{ threadId, range, quote, comments: [] },
      resolved: resolvedAt && { by: resolvedBy ?? '', at: resolvedAt.toISOString() },
    }
    thread.comments.push({
      ...row,
      createdAt: createdAt.toISOString(),
      editedAt: editedAt?.toISOString() ?? null,
    })
    threads.set(threadId, thread)
  }
  return [...threads.values()]
}
