import {
  type AccountId,
  type CanvasAccess,
  type CanvasId,
  type CanvasPerson,
  type CanvasShare,
  type ChatId,
  includesAccess,
  limits,
  type RoomId,
  type UserId,
} from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTransaction, Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { inReach as inReachOfChat } from '../chats/index.ts'
import { membershipType } from '../rooms/index.ts'

/** A person acting in an account. */
export type Actor = { accountId: AccountId; userId: UserId }

export type CanvasRow = {
  id: CanvasId
  roomId: RoomId
  roomName: string
  roomIsPrivate: boolean
  chatId: ChatId | null
  ownerId: UserId | null
  ownerName: string | null
  share: CanvasShare
  access: CanvasAccess
  title: string
  wordCount: number
  createdAt: Date
  updatedAt: Date
  deletedAt: Date | null
  people: CanvasPerson[]
}

/**
 * The access policy of canvases (CANV-01), which HTTP, the collaboration socket and its repeated checks share: whoever may use the room has
 * access to a canvas that is theirs or shared. `joined` is the person's membership.
 */
const canvasesOfPeople = sql`
  canvas
  join room on room.account_id = canvas.account_id and room.id = canvas.room_id and room.deleted_at is null
  join membership as joined on joined.account_id = canvas.account_id and joined.status <> 'INVITED'
    and (canvas.owner_id = joined.user_id or canvas.share <> 'none')
  left join room_member as mine
    on mine.account_id = room.account_id and mine.room_id = room.id and mine.user_id = joined.user_id`

const mayUseRoom = sql`(room.access_type = 'PUBLIC' or mine.user_id is not null)`

/** The owner and the room's admins manage a canvas; the others edit or view it, as it is shared. */
const accessOfPerson = sql`
  case when canvas.owner_id = joined.user_id or ${membershipType} <> 'MEMBER' then 'manage' else canvas.share end`

/** How long after the last renewal a person counts as present, in seconds. */
const presentSeconds = 5

const peopleOfCanvas = sql`(
  select coalesce(json_agg(json_build_object('id', person.id, 'name', person.name, 'pictureUrl', person.image)
    order by lower(person.name), person.id), '[]')
  from identity_user as person where exists (
    select from canvas_presence as present
    where present.account_id = canvas.account_id and present.canvas_id = canvas.id and present.user_id = person.id
      and present.seen_at > now() - make_interval(secs => ${presentSeconds})))`

/** Returns canvases that the actor has access to. `which` selects, orders and limits them. */
export async function findCanvases(
  trx: TenantTransaction,
  { accountId, userId }: Actor,
  which: RawBuilder<unknown>,
): Promise<CanvasRow[]> {
  const found = await sql<CanvasRow>`
    select canvas.id, canvas.room_id as "roomId", room.name as "roomName", room.access_type = 'PRIVATE' as "roomIsPrivate",
      (select chat.id from chat where chat.account_id = canvas.account_id and chat.id = canvas.chat_id
        and chat.deleted_at is null and (chat.owner_id = ${userId} or chat.share <> 'none')
        and ${inReachOfChat({ accountId, userId })}) as "chatId",
      canvas.owner_id as "ownerId", owner.name as "ownerName", canvas.share, ${accessOfPerson} as access, canvas.title,
      canvas.word_count as "wordCount", canvas.created_at as "createdAt", canvas.updated_at as "updatedAt",
      canvas.deleted_at as "deletedAt", ${peopleOfCanvas} as people
    from ${canvasesOfPeople}
    left join identity_user as owner on owner.id = canvas.owner_id
    where canvas.account_id = ${accountId} and joined.user_id = ${userId} and ${mayUseRoom} and ${which}`.execute(
    trx,
  )
  return found.rows
}

/** Returns how many of the actor's canvases `which` selects. */
export async function countCanvases(
  trx: TenantTransaction,
  { accountId, userId }: Actor,
  which: RawBuilder<unknown>,
): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from ${canvasesOfPeople}
    where canvas.account_id = ${accountId} and joined.user_id = ${userId} and ${mayUseRoom} and ${which}`.execute(
    trx,
  )
  return found.rows[0]?.count ?? 0
}

type Requirement = {
  /** Also finds a deleted one, as long as it can be restored. */
  evenDeleted?: boolean
  /** Locks it until the transaction ends. */
  isLocked?: boolean
}

/**
 * Returns a canvas for a person with this access or more. Throws NOT_FOUND to whoever may not see it, so that missing, foreign and deleted
 * ones look alike, and FORBIDDEN to those who may see it, but not with this access.
 */
export async function requireCanvas(
  trx: TenantTransaction,
  actor: Actor,
  canvasId: CanvasId,
  access: CanvasAccess,
  { evenDeleted = false, isLocked = false }: Requirement = {},
): Promise<CanvasRow> {
  if (isLocked)
    await sql`
      select from canvas where account_id = ${actor.accountId} and id = ${canvasId} for no key update`.execute(
      trx,
    )
  const kept = sql`(canvas.deleted_at is null
    or (${evenDeleted} and canvas.deleted_at > now() - make_interval(days => ${limits.canvasUndoDays})))`
  const [row] = await findCanvases(trx, actor, sql`canvas.id = ${canvasId} and ${kept}`)
  if (!row) return fail('NOT_FOUND')
  if (!includesAccess(row.access, access)) fail('FORBIDDEN')
  return row
}

/** A person at a canvas. */
export type AtCanvas = Actor & { canvasId: CanvasId }

/** Returns what each of these people may do with their canvas now; leaves out those who may do nothing. For open sockets. */
export async function accessOf(
  trx: Transaction,
  people: readonly AtCanvas[],
): Promise<(AtCanvas & { access: CanvasAccess })[]> {
  if (people.length === 0) return []
  const found = await sql<AtCanvas & { access: CanvasAccess }>`
    select asked.account_id as "accountId", asked.user_id as "userId", asked.canvas_id as "canvasId",
      ${accessOfPerson} as access
    from ${canvasesOfPeople}
    join account on account.id = canvas.account_id and account.deleted_at is null and account.suspended_at is null
    join unnest(${people.map((one) => one.accountId)}::text[], ${people.map((one) => one.userId)}::text[],
      ${people.map((one) => one.canvasId)}::text[]) as asked (account_id, user_id, canvas_id)
      on asked.account_id = canvas.account_id and asked.canvas_id = canvas.id and asked.user_id = joined.user_id
    where canvas.deleted_at is null and ${mayUseRoom}`.execute(trx)
  return found.rows
}
