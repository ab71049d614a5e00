import {
  type AccountId,
  type ChatId,
  isAdminRole,
  type Language,
  limits,
  type Modifiers,
  type PromptId,
  type RoomId,
  type UserId,
} from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { accountOf } from '../accounts/index.ts'
import type { TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { roomsFor, type VisibleRoom } from '../rooms/index.ts'

/** A person acting in an account. */
export type Actor = { accountId: AccountId; userId: UserId }

/** The facts that decide which templates a person has: their rooms, and whether they are an admin of the account. */
export type Reach = { rooms: readonly VisibleRoom[]; isAdmin: boolean }

export type PromptRow = {
  id: PromptId
  ownerId: UserId | null
  ownerName: string | null
  scope: 'mine' | 'room' | 'account'
  roomId: RoomId | null
  chatId: ChatId | null
  title: string
  promptText: string
  description: string
  tags: string[]
  collection: string | null
  language: Language | null
  modelId: string | null
  modifiers: Modifiers
  starred: boolean
  version: number
  useCount: number
  createdAt: Date
  updatedAt: Date
}

export async function reachOf(trx: TenantTransaction, actor: Actor): Promise<Reach> {
  const account = await accountOf(trx, actor.accountId, actor.userId)
  return { rooms: await roomsFor(trx, actor), isAdmin: account !== undefined && isAdminRole(account.role) }
}

/**
 * The access policy of templates (LIB-03), as a condition on `prompt`: owners have their private templates, users of a room those shared
 * with it, every member those of the account. A template shared with a room is available only through the room, even to its owner.
 */
export const inReach = (actor: Actor, { rooms }: Reach): RawBuilder<boolean> => sql<boolean>`
  (prompt.account_id = ${actor.accountId} and (
    prompt.private_to = ${actor.userId} or prompt.scope = 'account'
    or prompt.room_id = any(${rooms.map(({ id }) => id)}::text[])))`

/** Whether a person who has a template may change it: its owner, and the admins of its room or account. */
export function mayEdit(
  { userId }: Actor,
  { rooms, isAdmin }: Reach,
  { ownerId, scope, roomId }: Pick<PromptRow, 'ownerId' | 'scope' | 'roomId'>,
): boolean {
  if (ownerId === userId) return true
  if (scope === 'account') return isAdmin
  return rooms.some((room) => room.id === roomId && room.membership_type !== 'MEMBER')
}

/** Returns templates in the actor's reach, as the actor sees them. `which` selects, orders and limits them. */
export async function findPrompts(
  trx: TenantTransaction,
  actor: Actor,
  reach: Reach,
  which: RawBuilder<unknown>,
): Promise<PromptRow[]> {
  const found = await sql<PromptRow>`
    select prompt.id, prompt.owner_id as "ownerId", owner.name as "ownerName", prompt.scope, prompt.room_id as "roomId",
      (select chat.id from chat where chat.account_id = prompt.account_id and chat.id = prompt.chat_id
        and chat.owner_id = ${actor.userId} and chat.deleted_at is null) as "chatId",
      prompt.title, prompt.prompt_text as "promptText", prompt.description, prompt.tags, prompt.collection,
      prompt.language, prompt.model_id as "modelId", prompt.modifiers, coalesce(mine.is_starred, false) as starred,
      prompt.version, prompt.use_count as "useCount", prompt.created_at as "createdAt", prompt.updated_at as "updatedAt"
    from prompt
    left join identity_user as owner on owner.id = prompt.owner_id
    left join prompt_person as mine
      on mine.account_id = prompt.account_id and mine.user_id = ${actor.userId} and mine.prompt_id = prompt.id
    where ${inReach(actor, reach)} and ${which}`.execute(trx)
  return found.rows
}

type Wanted = { isDeleted?: boolean }

/** Returns a template that the actor has; otherwise throws NOT_FOUND as for a missing one. */
export async function requirePrompt(
  trx: TenantTransaction,
  actor: Actor,
  reach: Reach,
  promptId: PromptId,
  { isDeleted = false }: Wanted = {},
): Promise<PromptRow> {
  const kept = sql`(prompt.deleted_at is null
    or (${isDeleted} and prompt.deleted_at > now() - make_interval(days => ${limits.promptUndoDays})))`
  const [row] = await findPrompts(trx, actor, reach, sql`prompt.id = ${promptId} and ${kept}`)
  return row ?? fail('NOT_FOUND')
}

/** The same for changes, locked until the transaction ends. FORBIDDEN for those who only use it. */
export async function requirePromptEditor(
  trx: TenantTransaction,
  actor: Actor,
  promptId: PromptId,
  wanted: Wanted = {},
): Promise<{ row: PromptRow; reach: Reach }> {
  if (isOfLibrary(promptId)) fail('FORBIDDEN')
  await sql`select from prompt where account_id = ${actor.accountId} and id = ${promptId} for no key update`.execute(
    trx,
  )
  const reach = await reachOf(trx, actor)
  const row = await requirePrompt(trx, actor, reach, promptId, wanted)
  if (!mayEdit(actor, reach, row)) fail('FORBIDDEN')
  return { row, reach }
}

/** Whether an id names a template of Atrium's own library. */
export const isOfLibrary = (promptId: PromptId): boolean => promptId.startsWith('atrium_')
