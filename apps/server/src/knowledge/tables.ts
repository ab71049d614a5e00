import type { AccountId, BaseId, FileId, RoomId, UserId } from '@atrium/contract'
import type { ColumnType } from 'kysely'

interface RoomFileTable {
  account_id: AccountId
  id: FileId
  room_id: RoomId
  /** The base that it belongs to; null for a file of the room's context, and for one that waits for its base. */
  base_id: BaseId | null
  for_base: ColumnType<boolean, boolean | undefined, never>
  storage_key: string
  name: string
  content_type: string
  /** What its form keeps free for it while it is to come. */
  reserved_bytes: ColumnType<number, number | undefined, number>
  /** Null until the file has come. */
  size_bytes: number | null
  /** Null when they are gone. */
  requested_by: UserId | null
  requested_at: ColumnType<Date, Date | undefined, never>
  /** When the file had come and been looked at; null until then. */
  stored_at: Date | null
  /** Its bytes are being erased. */
  deleted_at: Date | null
  /** Whether it was handed to what reads it. */
  index_requested: ColumnType<boolean, boolean | undefined, boolean>
}

interface KnowledgeBaseTable {
  account_id: AccountId
  id: BaseId
  room_id: RoomId
  name: string
  description: string
  /** Null when they are gone. */
  created_by: UserId | null
  created_at: ColumnType<Date, Date | undefined, never>
  updated_at: ColumnType<Date, Date | undefined, Date>
  /** Its files are being erased. */
  deleted_at: Date | null
}

declare module '../platform/database/tables.ts' {
  interface DatabaseTables {
    room_file: RoomFileTable
    knowledge_base: KnowledgeBaseTable
  }
}
