import type { ChatId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { Actor } from '../access.ts'
import { listed } from './list-chats.ts'

export type UnseenChat = { chatId: ChatId; title: string; room: string }

/** Returns the actor's chats whose answers since a moment they haven't seen, newest first, in rooms that they may use. */
export async function unseenChats(trx: TenantTransaction, actor: Actor, since: Date): Promise<UnseenChat[]> {
  const found = await sql<UnseenChat>`
    select chat.id as "chatId", chat.title, room.name as room
    from chat join room on room.account_id = chat.account_id and room.id = chat.room_id
    where ${listed(actor, { scope: 'all', isUnseen: true })} and chat.answered_at > ${since}
    order by chat.answered_at desc, chat.id desc limit 100`.execute(trx)
  return found.rows
}
