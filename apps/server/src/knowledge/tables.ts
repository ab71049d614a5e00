import type {
  AccountId,
  BaseId,
  CanvasId,
  ChatId,
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
  /** Null for a file of a base of the whole account, and for one that waits for such a base. */
  room_id: RoomId | null
  /** The base that it belongs to; null for a file of the room's context, and for one that waits for its base. */
  base_id: BaseId | null
  for_base: ColumnType<boolean, boolean | undefined, never>
  storage_key: string
  name: string
  content_type: string
  /** Space reserved by its form. */
  reserved_bytes: ColumnType<number, number | undefined, number>
  /** Null until the file has arrived. */
  size_bytes: number | null
  /** Null when the person no longer exists. */
  requested_by: UserId | null
  requested_at: ColumnType<Date, Date | undefined, never>
  /** When the file was received and checked; null until then. */
  stored_at: Date | null
  /** Its bytes are being erased. */
  deleted_at: Date | null
  /** The source whose text it is; null for an uploaded file. */
  source_id: ColumnType<SourceId | null, SourceId | null | undefined, never>
  /** Whether indexing was enqueued. */
  index_requested: ColumnType<boolean, boolean | undefined, boolean>
}

interface KnowledgeBaseTable {
  account_id: AccountId
  id: BaseId
  /** The room that it serves; null for a base of the whole account, which serves every room of it. */
  room_id: RoomId | null
  name: string
  description: string
  /** Null when the person no longer exists. */
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
  origin_id: ColumnType<CanvasId | ChatId | null, CanvasId | ChatId | null | undefined, never>
  title: string
  refresh: RefreshInterval
  pages_most: number | null
  file_id: FileId | null
  status: SourceStatus
  problem: SourceProblem | null
  etag: string | null
  last_modified: string | null
  content_hash: string | null
  /** Number of fetch attempts. */
  run: number
  /** Failed attempts in a row. */
  failures: number
  fetched_at: Date | null
  due_at: Date | null
  created_at: ColumnType<Date, Date | undefined, never>
}

/** A deleted page of a sitemap. */
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
