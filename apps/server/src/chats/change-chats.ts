import type { ChatId, ChatsChange, LabelId, RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import { forgetDocuments } from '../knowledge/index.ts'
import { fail } from '../platform/failure.ts'
import { mayUseRoom } from '../rooms/index.ts'
import { type Actor, type ChatAction, requireChat } from './access.ts'
import { type EndedShare, endSharing } from './share-chat.ts'
import { requireLabels } from './labels/labels.ts'

const actionOf = {
  star: 'organize',
  label: 'organize',
  move: 'organize',
  delete: 'delete',
  restore: 'delete',
} as const satisfies Record<ChatsChange['action'], ChatAction>

/**
 * Applies one change to several chats of the actor: to all or, when one is inaccessible, to none. Moving and deleting end sharing.
 */
export async function changeChats(
  trx: TenantTransaction,
  actor: Actor,
  change: ChatsChange,
): Promise<{ chatIds: ChatId[]; ended: EndedShare[] }> {
  // In a fixed order, to prevent deadlocks.
  const chatIds = [...new Set(change.chatIds)].toSorted()
  const evenDeleted = change.action === 'restore'
  for (const chatId of chatIds) {
    const chat = await requireChat(trx, actor, chatId, actionOf[change.action], {
      evenDeleted,
      isLocked: true,
    })
    // No list shows a temporary chat for selection.
    if (chat.is_temporary) fail('NOT_FOUND')
  }
  const endsSharing = change.action === 'move' || change.action === 'delete'
  const ended = endsSharing ? await endSharing(trx, actor, chatIds) : []
  const ofThese = sql`account_id = ${actor.accountId} and id = any(${chatIds})`
  switch (change.action) {
    case 'star':
      await sql`update chat set is_starred = ${change.isStarred} where ${ofThese}`.execute(trx)
      break
    case 'label':
      await labelChats(trx, actor, chatIds, change)
      break
    case 'move':
      await moveChats(trx, actor, chatIds, change.roomId)
      break
    case 'delete':
      await sql`update chat set deleted_at = now() where ${ofThese}`.execute(trx)
      await sql`update turn set stop_requested_at = now()
        where account_id = ${actor.accountId} and chat_id = any(${chatIds}) and state = 'open'`.execute(trx)
      await forgetDocuments(trx, actor.accountId, chatIds)
      break
    case 'restore':
      await sql`update chat set deleted_at = null where ${ofThese}`.execute(trx)
      break
  }
  return { chatIds, ended }
}

/** Access to each chat's room is already checked; this checks the target room. */
async function moveChats(trx: TenantTransaction, actor: Actor, chatIds: ChatId[], roomId: RoomId) {
  if (!(await mayUseRoom(trx, actor, roomId))) fail('NOT_FOUND')
  await sql`update chat set room_id = ${roomId}
    where account_id = ${actor.accountId} and id = any(${chatIds})`.execute(trx)
}

async function labelChats(
  trx: TenantTransaction,
  actor: Actor,
  chatIds: ChatId[],
  { add, remove }: { add: LabelId[]; remove: LabelId[] },
) {
  await requireLabels(trx, actor, [...new Set([...add, ...remove])].toSorted())
  await sql`delete from chat_labelled
    where account_id = ${actor.accountId} and chat_id = any(${chatIds}) and label_id = any(${remove})`.execute(
    trx,
  )
  await sql`
    insert into chat_labelled (account_id, chat_id, label_id)
    select ${actor.accountId}, chat_id, label_id from unnest(${chatIds}::text[]) as chat_id, unnest(${add}::text[]) as label_id
    on conflict do nothing`.execute(trx)
}

/** Marks everything in the chat as seen, if it is the actor's. */
export async function markChatSeen(trx: TenantTransaction, actor: Actor, chatId: ChatId): Promise<boolean> {
  await requireChat(trx, actor, chatId, 'read')
  const seen = await sql<{ wasUnseen: boolean }>`
    update chat set seen_at = now() from (
      select coalesce(answered_at > seen_at, false) as was_unseen from chat
      where account_id = ${actor.accountId} and id = ${chatId} and owner_id = ${actor.userId} for update) as before
    where account_id = ${actor.accountId} and id = ${chatId} and owner_id = ${actor.userId}
    returning before.was_unseen as "wasUnseen"`.execute(trx)
  return seen.rows[0]?.wasUnseen ?? false
}
