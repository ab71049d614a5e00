import type { AccountId, FileId, RoomId, UserId } from '@atrium/contract'
import type { ColumnType } from 'kysely'

interface RoomFileTable {
  account_id: AccountId
  id: FileId
  room_id: RoomId
  storage_key: string
  name: string
  content_type: string
  /** Null until the file has come. */
  size_bytes: number | null
  /** Null when they are gone. */
  requested_by: UserId | null
  requested_at: ColumnType<Date, Date | undefined, never>
  /** When the file had come and been looked at; null until then. */
  stored_at: Date | null
  /** Its bytes are being erased. */
  deleted_at: Date | null
}

declare module '../platform/database/tables.ts' {
  interface DatabaseTables {
    room_file: RoomFileTable
  }
}
