import { type AccountId, isAdminRole, type RoomId, type UserId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { accountOf, lockAccountEditor, planNameOf } from '../accounts/index.ts'
import { advisoryLock, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import {
  lockOpenRoom,
  namesOfRooms,
  requireRoom,
  requireRoomEditor,
  roomsFor,
  type VisibleRoom,
} from '../rooms/index.ts'

/** A person acting in an account. */
export type Actor = { accountId: AccountId; userId: UserId }

/**
 * The owner of files and bases: a room or, with null, the whole account, whose bases serve every room (KB-09). A room's are
 * readable for its users and editable for its owner and admins; the account's likewise for its members.
 */
export type HomeId = RoomId | null

/** A home as a person who may use its content sees it. */
export type Home = { room: VisibleRoom | null; mayEdit: boolean }

const homeIn = (room: VisibleRoom): Home => ({ room, mayEdit: room.membership_type !== 'MEMBER' })

async function homeInAccount(trx: Transaction, { accountId, userId }: Actor): Promise<Home | null> {
  const account = await accountOf(trx, accountId, userId)
  return account ? { room: null, mayEdit: isAdminRole(account.role) } : null
}

/** Returns the home for people who may use its content; throws NOT_FOUND otherwise. */
export const requireHome = async (trx: Transaction, actor: Actor, id: HomeId): Promise<Home> =>
  id === null
    ? ((await homeInAccount(trx, actor)) ?? fail('NOT_FOUND'))
    : homeIn(await requireRoom(trx, actor, id))

/** Returns the home for its owner and admins, locked until the transaction ends, so that concurrent changes wait. */
export async function requireHomeEditor(trx: Transaction, actor: Actor, id: HomeId): Promise<Home> {
  if (id !== null) return homeIn(await requireRoomEditor(trx, actor, id))
  await lockAccountHome(trx, actor)
  await lockAccountEditor(trx, actor)
  return { room: null, mayEdit: true }
}

/** The same lock for background work; false when the room or account is deleted. */
export async function lockOpenHome(
  trx: Transaction,
  { accountId, roomId }: Pick<Actor, 'accountId'> & { roomId: HomeId },
): Promise<boolean> {
  if (roomId !== null) return await lockOpenRoom(trx, { accountId, roomId })
  await lockAccountHome(trx, { accountId })
  return (await planNameOf(trx, accountId)) !== undefined
}

const lockAccountHome = (trx: Transaction, { accountId }: Pick<Actor, 'accountId'>) =>
  advisoryLock(trx, `knowledge of ${accountId}`)

/** Returns every home whose bases a person may use. */
export async function homesFor(trx: Transaction, actor: Actor): Promise<Home[]> {
  const ofAccount = await homeInAccount(trx, actor)
  return [...(ofAccount ? [ofAccount] : []), ...(await roomsFor(trx, actor)).map(homeIn)]
}

/** Returns the homes whose bases serve a room: the room itself and its account. */
export const homesServing = async (trx: Transaction, actor: Actor, roomId: RoomId): Promise<Home[]> => [
  await requireHome(trx, actor, roomId),
  await requireHome(trx, actor, null),
]

/** Returns those of these homes whose content a person may use. */
export async function homesOpenTo(
  trx: Transaction,
  actor: Actor,
  ids: readonly HomeId[],
): Promise<ReadonlySet<HomeId>> {
  const rooms = await namesOfRooms(
    trx,
    actor,
    ids.filter((id) => id !== null),
  )
  const isOfAccount = ids.includes(null) && (await homeInAccount(trx, actor)) !== null
  return new Set<HomeId>([...rooms.keys(), ...(isOfAccount ? [null] : [])])
}

/** Whether a column names this home. */
export const isHome = (column: RawBuilder<unknown>, id: HomeId): RawBuilder<boolean> =>
  id === null ? sql`${column} is null` : sql`${column} = ${id}`

/** Whether a column names one of these homes. */
export const isAmongHomes = (column: RawBuilder<unknown>, homes: readonly Home[]): RawBuilder<boolean> => {
  const roomIds = homes.flatMap(({ room }) => room?.id ?? [])
  const isOfAccount = homes.some(({ room }) => room === null)
  return sql`(${column} = any(${roomIds}::text[]) or (${isOfAccount}::boolean and ${column} is null))`
}
