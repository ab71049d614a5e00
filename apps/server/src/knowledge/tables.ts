import type {
  AccountId,
  BaseId,
  FileId,
  RoomId,
  SourceId,
  SourceKind,
  SourceProblem,
  SourceStatus,
  RefreshInterval,
  UserId,
} from '@atrium/contract'
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
  /** The source of its base whose text it is; null for one that somebody brought. */
  source_id: ColumnType<SourceId | null, SourceId | null | undefined, never>
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

interface KnowledgeSourceTable {
  account_id: AccountId
  id: SourceId
  base_id: BaseId
  /** The sitemap that names it. */
  parent_id: SourceId | null
  kind: SourceKind
  url: string | null
  title: string
  refresh: RefreshInterval
  pages_most: number | null
  file_id: FileId | null
  status: SourceStatus
  problem: SourceProblem | null
  etag: string | null
  last_modified: string | null
  content_hash: string | null
  /** Counts the tries to fetch it. */
  run: number
  /** Tries in a row that failed. */
  failures: number
  fetched_at: Date | null
  due_at: Date | null
  created_at: ColumnType<Date, Date | undefined, never>
}

/** A page of a sitemap that somebody has taken out. */
interface KnowledgePageTakenOutTable {
  account_id: AccountId
  sitemap_id: SourceId
  url: string
  taken_out_at: ColumnType<Date, Date | undefined, never>
}

declare module '../platform/database/tables.ts' {
  interface DatabaseTables {
    room_file: RoomFileTable
    knowledge_base: KnowledgeBaseTable
    knowledge_source: KnowledgeSourceTable
    knowledge_page_taken_out: KnowledgePageTakenOutTable
  }
}
