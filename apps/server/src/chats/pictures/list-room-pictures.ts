import { mayInChat, type RoomId, type RoomPicture } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { usableRoom } from '../../rooms/index.ts'
import { type Actor, type ChatRow, relationIn } from '../access.ts'
import { listed, sharedWith } from '../history/list-chats.ts'

export type PictureChoice = { roomId: RoomId; search: string }
export type PicturePage = { page: number; pageSize: number }

type PictureRow = Omit<RoomPicture, 'madeAt' | 'mayDescribe' | 'altText'> &
  Pick<ChatRow, 'room_id' | 'owner_id' | 'share'> & { madeAt: Date; altText: string | null }

/** Returns one page of the pictures that models made in a room, latest first, and the number of all. Throws NOT_FOUND for other rooms. */
export async function listRoomPictures(
  trx: TenantTransaction,
  actor: Actor,
  choice: PictureChoice,
  { page, pageSize }: PicturePage,
): Promise<{ message: RoomPicture[]; count: number }> {
  if (!(await usableRoom(trx, actor, choice.roomId))) fail('NOT_FOUND')
  const found = await sql<PictureRow>`
    ${picturesOf(actor, choice)}
    select shown."fileId", shown.name, shown."contentType", shown."sizeBytes", shown.width, shown.height, shown."altText",
      shown."chatId", shown."chatTitle", shown."turnId", shown.prompt, shown."modelName", shown."madeAt",
      shown.room_id, shown.owner_id, shown.share,
      json_build_object('id', author.id, 'name', author.name, 'pictureUrl', author.image) as author
    from shown join identity_user as author on author.id = shown.asked_by
    order by shown."madeAt" desc, shown."fileId" desc
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(trx)
  const counted = await sql<{ count: number }>`
    ${picturesOf(actor, choice)} select count(*)::int as count from shown`.execute(trx)
  const message: RoomPicture[] = []
  for (const row of found.rows) message.push(await present(trx, actor, row))
  return { message, count: counted.rows[0]?.count ?? 0 }
}

/** SQL for the pictures of a room in chats that the actor may read, each once: a fork shares those of its original. */
const picturesOf = (actor: Actor, { roomId, search }: PictureChoice): RawBuilder<unknown> => sql`
  with shown as (
    select distinct on (attachment.id) attachment.id as "fileId", attachment.name, attachment.content_type as "contentType",
      coalesce(attachment.size_bytes, 0) as "sizeBytes", coalesce((part ->> 'width')::int, 1) as width, coalesce((part ->> 'height')::int, 1) as height,
      part ->> 'altText' as "altText", chat.id as "chatId", chat.title as "chatTitle", chat.room_id, chat.owner_id, chat.share,
      turn.id as "turnId", message.text as prompt, turn.asked_by, turn.model_name as "modelName", coalesce(attachment.stored_at, attachment.requested_at) as "madeAt"
    from chat
    join turn on turn.account_id = chat.account_id and turn.chat_id = chat.id
    join answer_picture on answer_picture.account_id = turn.account_id and answer_picture.turn_id = turn.id
    join attachment on attachment.account_id = turn.account_id and attachment.id = answer_picture.file_id
    join message on message.account_id = turn.account_id and message.id = turn.question_message_id
    cross join lateral jsonb_array_elements(turn.parts) as part
    where ((${listed(actor, { scope: 'all', roomId })}) or (${sharedWith(actor, { roomId })}))
      and attachment.stored_at is not null and part ->> 'type' = 'picture' and part ->> 'fileId' = attachment.id
      and not exists (
        select from unnest(${wordsOf(search)}::text[]) as word
        where strpos(fold_text(message.text), fold_text(word)) = 0
          and strpos(fold_text(coalesce(part ->> 'altText', '')), fold_text(word)) = 0)
    order by attachment.id, turn.started_at)`

const wordsOf = (search: string): string[] => search.split(/\s+/).filter(Boolean)

async function present(
  trx: TenantTransaction,
  actor: Actor,
  { room_id, owner_id, share, madeAt, altText, ...picture }: PictureRow,
): Promise<RoomPicture> {
  const isOwn = picture.author.id === actor.userId
  const relation = isOwn ? await relationIn(trx, actor, { room_id, owner_id, share }) : null
  return {
    ...picture,
    ...(altText !== null && { altText }),
    madeAt: madeAt.toISOString(),
    mayDescribe: relation !== null && mayInChat(relation, 'edit', isOwn),
  }
}
