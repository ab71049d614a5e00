import type { BaseId, RoomId, UserId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { type HomeId, isHome } from '../homes.ts'

/**
 * Files that are listed and counted together: a room's context, a base, or a person's recent uploads for bases still to be
 * created or extended.
 */
export type FileCollection = UploadTarget | { of: 'base'; baseId: BaseId }
/** The collections that receive uploads. */
export type UploadTarget =
  | { of: 'context'; roomId: RoomId }
  | { of: 'waiting'; roomId: HomeId; userId: UserId }

/** Maximum duration of an upload: the five minutes of its form, and a long transfer. */
export const uploadWindow = sql`interval '1 hour'`
/** How long a file waits for its base before it is erased. */
export const waiting = sql`interval '24 hours'`

/** SQL for the rows of `room_file` in a collection, including pending ones. The caller restricts the account. */
export function rowsOf(collection: FileCollection): RawBuilder<unknown> {
  if (collection.of === 'context')
    return sql`(room_file.room_id = ${collection.roomId} and not for_base and deleted_at is null)`
  if (collection.of === 'base') return sql`(room_file.base_id = ${collection.baseId} and deleted_at is null)`
  // An upload abandoned an hour ago blocks nobody, though its row stays for a day.
  return sql`(${isHome(sql`room_file.room_id`, collection.roomId)} and for_base and base_id is null and deleted_at is null
    and requested_by = ${collection.userId} and requested_at > now() - ${uploadWindow})`
}
