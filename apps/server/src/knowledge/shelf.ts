import type { BaseId, RoomId, UserId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'

/**
 * Files that are listed and counted together: those of a room's context, those of a base, or those that somebody sent lately
 * for bases that they are still to make or to add to.
 */
export type Shelf =
  | { of: 'context'; roomId: RoomId }
  | { of: 'base'; baseId: BaseId }
  | { of: 'waiting'; roomId: RoomId; userId: UserId }

/** How long a file may be on its way: the five minutes of its form, and a transfer that takes long. */
export const arrival = sql`interval '1 hour'`
/** How long a file waits for its base before it is erased. */
export const waiting = sql`interval '24 hours'`

/** The rows of `room_file` on a shelf, those that are still to come among them. The account is the caller's to name. */
export function rowsOn(shelf: Shelf): RawBuilder<unknown> {
  if (shelf.of === 'context')
    return sql`(room_file.room_id = ${shelf.roomId} and not for_base and deleted_at is null)`
  if (shelf.of === 'base') return sql`(room_file.base_id = ${shelf.baseId} and deleted_at is null)`
  // What was given up an hour ago holds up nobody, though it is there for a day.
  return sql`(room_file.room_id = ${shelf.roomId} and for_base and base_id is null and deleted_at is null
    and requested_by = ${shelf.userId} and requested_at > now() - ${arrival})`
}
