import { passageText } from '@atrium/canvas/suggestions/index.ts'
import {
  type CanvasId,
  type CanvasRange,
  type CanvasThread,
  type CommentId,
  limits,
  mintId,
  type PersonMention,
  type ThreadId,
  type UserId,
} from '@atrium/contract'
import { sql } from 'kysely'
import { noteCommentMentions } from '../../chats/index.ts'
import { jsonText, type TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { fold } from '../../platform/words/index.ts'
import { whoMayUse } from '../../rooms/index.ts'
import { type Actor, type CanvasRow, requireCanvas } from '../access.ts'
import { gatherPassage } from '../suggestions/gather-passage.ts'
import { requireThread } from './find-threads.ts'

type Written = { text: string; mentions?: readonly PersonMention[] | undefined }
/** The thread as it is now, its canvas, and the people to notify. */
export type ChangedThread = { thread: CanvasThread; canvas: CanvasRow; mentioned: UserId[] }

/** Comments on a passage of a canvas; of the whole one for no range. Throws INVALID_INPUT where there is no text. */
export async function beginThread(
  trx: TenantTransaction,
  actor: Actor,
  { canvasId, range, ...written }: Written & { canvasId: CanvasId; range: CanvasRange | null },
): Promise<ChangedThread> {
  const canvas = await requireCanvas(trx, actor, canvasId, 'comment', { isLocked: true })
  const { doc, passage } = await gatherPassage(trx, actor, {
    canvasId,
    range,
    maxCharacters: limits.maxCanvasBytes,
  })
  const quote = quoteOf(passageText(passage))
  doc.destroy()
  const threadId = mintId('thread')
  await sql`
    insert into canvas_thread (account_id, canvas_id, id, range, quote)
    values (${actor.accountId}, ${canvasId}, ${threadId}, ${jsonText(range ?? wholeCanvas)}::jsonb, ${quote})`.execute(
    trx,
  )
  return await insertComment(trx, actor, canvas, threadId, written)
}

/** A range from the beginning to the end, which is the same for every document. */
const wholeCanvas: CanvasRange = {
  from: { tname: 'default', assoc: -1 },
  to: { tname: 'default', assoc: 0 },
}

const quoteOf = (text: string): string => {
  const words = text.replaceAll(/\s+/gu, ' ').trim()
  const most = limits.commentQuoteCharacters
  return (words.length > most ? `${words.slice(0, most - 1).trimEnd()}…` : words).toWellFormed() || '…'
}

/** Adds a comment to a thread, and reopens the thread. */
export async function replyInThread(
  trx: TenantTransaction,
  actor: Actor,
  { canvasId, threadId, ...written }: Written & { canvasId: CanvasId; threadId: ThreadId },
): Promise<ChangedThread> {
  const canvas = await requireCanvas(trx, actor, canvasId, 'comment', { isLocked: true })
  await requireThread(trx, actor, canvasId, threadId)
  await sql`
    update canvas_thread set resolved_at = null, resolved_by = null
    where account_id = ${actor.accountId} and canvas_id = ${canvasId} and id = ${threadId}`.execute(trx)
  return await insertComment(trx, actor, canvas, threadId, written)
}

async function insertComment(
  trx: TenantTransaction,
  actor: Actor,
  canvas: CanvasRow,
  threadId: ThreadId,
  { text, mentions = [] }: Written,
): Promise<ChangedThread> {
  const { accountId, userId } = actor
  const known = await sql<{ count: number }>`
    select count(*)::int as count from canvas_comment where account_id = ${accountId} and canvas_id = ${canvas.id}`.execute(
    trx,
  )
  if ((known.rows[0]?.count ?? 0) >= limits.maxCommentsPerCanvas) fail('TOO_MANY_COMMENTS')
  const commentId = mintId('comment')
  const people = await peopleMentioned(trx, actor, canvas, mentions)
  await sql`
    insert into canvas_comment (account_id, canvas_id, thread_id, id, author_id, text, mentions, words)
    values (${accountId}, ${canvas.id}, ${threadId}, ${commentId}, ${userId}, ${text}, ${jsonText(people)}::jsonb,
      ${fold(text)})`.execute(trx)
  return await changed(trx, actor, canvas, { threadId, commentId, people })
}

/** Changes the text of the actor's own comment. */
export async function changeComment(
  trx: TenantTransaction,
  actor: Actor,
  { canvasId, commentId, text, mentions = [] }: Written & { canvasId: CanvasId; commentId: CommentId },
): Promise<ChangedThread> {
  const canvas = await requireCanvas(trx, actor, canvasId, 'comment', { isLocked: true })
  const threadId = await requireOwnComment(trx, actor, canvasId, commentId)
  const people = await peopleMentioned(trx, actor, canvas, mentions)
  await sql`
    update canvas_comment set text = ${text}, mentions = ${jsonText(people)}::jsonb, words = ${fold(text)}, edited_at = now()
    where account_id = ${actor.accountId} and canvas_id = ${canvasId} and id = ${commentId}`.execute(trx)
  return await changed(trx, actor, canvas, { threadId, commentId, people })
}

/** Deletes the actor's own comment, also for those who may only view the canvas by now. Deleting the last one deletes its thread. */
export async function deleteComment(
  trx: TenantTransaction,
  actor: Actor,
  canvasId: CanvasId,
  commentId: CommentId,
): Promise<CanvasRow> {
  const canvas = await requireCanvas(trx, actor, canvasId, 'view', { isLocked: true })
  const threadId = await requireOwnComment(trx, actor, canvasId, commentId)
  const { accountId } = actor
  await sql`
    delete from canvas_comment where account_id = ${accountId} and canvas_id = ${canvasId} and id = ${commentId}`.execute(
    trx,
  )
  await sql`
    delete from canvas_thread where account_id = ${accountId} and canvas_id = ${canvasId} and id = ${threadId}
      and not exists (select from canvas_comment
        where account_id = ${accountId} and canvas_id = ${canvasId} and thread_id = ${threadId})`.execute(trx)
  return canvas
}

/** Resolves a thread, or reopens it. */
export async function resolveThread(
  trx: TenantTransaction,
  actor: Actor,
  { canvasId, threadId, isResolved }: { canvasId: CanvasId; threadId: ThreadId; isResolved: boolean },
): Promise<ChangedThread> {
  const canvas = await requireCanvas(trx, actor, canvasId, 'comment', { isLocked: true })
  await sql`
    update canvas_thread set resolved_at = case when ${isResolved} then now() end,
      resolved_by = case when ${isResolved} then ${actor.userId} end
    where account_id = ${actor.accountId} and canvas_id = ${canvasId} and id = ${threadId}
      and (resolved_at is not null) <> ${isResolved}`.execute(trx)
  return { thread: await requireThread(trx, actor, canvasId, threadId), canvas, mentioned: [] }
}

/** The thread of the actor's own comment; throws NOT_FOUND, and FORBIDDEN for one of somebody else. */
async function requireOwnComment(
  trx: TenantTransaction,
  { accountId, userId }: Actor,
  canvasId: CanvasId,
  commentId: CommentId,
): Promise<ThreadId> {
  const found = await sql<{ threadId: ThreadId; authorId: UserId }>`
    select thread_id as "threadId", author_id as "authorId" from canvas_comment
    where account_id = ${accountId} and canvas_id = ${canvasId} and id = ${commentId}`.execute(trx)
  const { threadId, authorId } = found.rows[0] ?? fail('NOT_FOUND')
  return authorId === userId ? threadId : fail('FORBIDDEN')
}

/** The mentions of people who may open the canvas. */
async function peopleMentioned(
  trx: TenantTransaction,
  { accountId }: Actor,
  { roomId, share, ownerId }: CanvasRow,
  mentions: readonly PersonMention[],
): Promise<PersonMention[]> {
  const inRoom = await whoMayUse(
    trx,
    { accountId, roomId },
    mentions.map(({ id }) => id),
  )
  return mentions.filter(({ id }) => inRoom.has(id) && (share !== 'none' || id === ownerId))
}

async function changed(
  trx: TenantTransaction,
  actor: Actor,
  canvas: CanvasRow,
  {
    threadId,
    commentId,
    people,
  }: { threadId: ThreadId; commentId: CommentId; people: readonly PersonMention[] },
): Promise<ChangedThread> {
  const { id: canvasId, roomId } = canvas
  const ids = people.map(({ id }) => id)
  const mentioned = await noteCommentMentions(trx, actor, { roomId, canvasId, commentId }, ids)
  return { thread: await requireThread(trx, actor, canvasId, threadId), canvas, mentioned }
}
