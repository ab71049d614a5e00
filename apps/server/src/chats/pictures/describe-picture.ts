import type { ChatId, FileId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Actor, requireChat } from '../access.ts'

type PictureKey = { chatId: ChatId; fileId: FileId }

/**
 * Sets the description of a picture wherever its chat shows it; with an empty one, the question describes it. Throws NOT_FOUND, and
 * FORBIDDEN unless the actor asked for the picture and may still ask in the chat.
 */
export async function describePicture(
  trx: TenantTransaction,
  actor: Actor,
  { chatId, fileId }: PictureKey,
  altText: string,
): Promise<void> {
  const { accountId } = actor
  await requireChat(trx, actor, chatId, 'read')
  const found = await sql<{ askedBy: UserId }>`
    select turn.asked_by as "askedBy" from answer_picture
    join turn on turn.account_id = answer_picture.account_id and turn.id = answer_picture.turn_id
    where answer_picture.account_id = ${accountId} and answer_picture.file_id = ${fileId} and turn.chat_id = ${chatId}
    limit 1`.execute(trx)
  const { askedBy } = found.rows[0] ?? fail('NOT_FOUND')
  await requireChat(trx, actor, chatId, 'edit', { askedBy })
  // A continued answer repeats the pictures of the interrupted one.
  await sql`
    update turn set parts = (
      select jsonb_agg(
        case when part ->> 'type' = 'picture' and part ->> 'fileId' = ${fileId}
          then (part - 'altText') || case when ${altText} = '' then '{}'::jsonb else jsonb_build_object('altText', ${altText}::text) end
          else part end
        order by number)
      from jsonb_array_elements(turn.parts) with ordinality as each(part, number))
    where account_id = ${accountId} and chat_id = ${chatId}
      and parts @> jsonb_build_array(jsonb_build_object('type', 'picture', 'fileId', ${fileId}::text))`.execute(
    trx,
  )
}
