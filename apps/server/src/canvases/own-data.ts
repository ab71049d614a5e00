import type { AccountId, CanvasId, FileId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { nameInExport, readAttachment } from '../attachments/index.ts'
import { inSystem, type Transaction } from '../platform/database/index.ts'
import { type OwnData, rowsOf } from '../platform/own-data.ts'

export const ownData: OwnData = {
  columns: [
    'canvas.owner_id',
    'canvas_picture.added_by',
    'canvas_comment.author_id',
    'canvas_version_author.user_id',
    'canvas_thread.resolved_by',
  ],
  read: async (trx, userId) => ({
    canvases: await canvasesOf(trx, userId),
    'canvas-pictures': (await picturesOf(trx, userId)).map(({ storageKey: _storageKey, ...shown }) => shown),
    canvasComments: await commentsOf(trx, userId),
    'canvas-contributions': {
      versions: await versionsOf(trx, userId),
      resolvedComments: await resolvedBy(trx, userId),
    },
  }),
  files: async ({ database, storage }, userId) =>
    (await inSystem(database, (trx) => picturesOf(trx, userId))).map(({ storageKey, ...picture }) => ({
      path: `canvas-pictures/${nameInExport(picture)}`,
      read: async () => (await readAttachment(storage, storageKey)) ?? '',
    })),
}

/** The canvases that they own, as text, with their named versions and the ids of their knowledge bases. */
const canvasesOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", id as "canvasId", room_id as "roomId", chat_id as "chatId", share, title, markdown,
        created_at as "createdAt", updated_at as "updatedAt", (
          select coalesce(json_agg(json_build_object('number', number, 'name', name, 'createdAt', created_at, 'markdown', version.markdown)
            order by number), '[]')
          from canvas_version as version
          where version.account_id = canvas.account_id and version.canvas_id = canvas.id and version.name is not null) as versions,
        array(select base_id from canvas_base
          where canvas_base.account_id = canvas.account_id and canvas_base.canvas_id = canvas.id order by base_id) as "knowledgeBaseIds"
      from canvas where owner_id = ${userId} and deleted_at is null order by created_at`,
  )

type OwnPicture = {
  fileId: FileId
  accountId: AccountId
  canvasIds: CanvasId[]
  contentType: string
  addedAt: Date
  storageKey: string
}

/** The pictures that they put into canvases, with the canvases that show them. */
const picturesOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql<OwnPicture>`
      select id as "fileId", account_id as "accountId", array(
          select canvas_id from canvas_picture_use as used
          where used.account_id = canvas_picture.account_id and picture_id = canvas_picture.id order by canvas_id) as "canvasIds",
        content_type as "contentType", added_at as "addedAt", storage_key as "storageKey"
      from canvas_picture where added_by = ${userId} order by added_at, id`,
  )

/** The comments that they wrote on canvases. */
const commentsOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select comment.account_id as "accountId", comment.canvas_id as "canvasId", thread_id as "threadId", thread.quote, text,
        comment.created_at as "createdAt", edited_at as "editedAt"
      from canvas_comment as comment
      join canvas_thread as thread on thread.account_id = comment.account_id and thread.canvas_id = comment.canvas_id
        and thread.id = comment.thread_id
      where author_id = ${userId} order by comment.created_at, comment.id`,
  )

/** The versions of canvases, of their own and of others, that they wrote a part of. The text is in the export of the owner. */
const versionsOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select author.account_id as "accountId", author.canvas_id as "canvasId", author.number, version.created_at as "createdAt"
      from canvas_version_author as author
      join canvas_version as version on version.account_id = author.account_id and version.canvas_id = author.canvas_id
        and version.number = author.number
      where author.user_id = ${userId} order by version.created_at, author.canvas_id, author.number`,
  )

const resolvedBy = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", canvas_id as "canvasId", id as "threadId", resolved_at as "resolvedAt"
      from canvas_thread where resolved_by = ${userId} order by resolved_at, id`,
  )
