import type { AccountId, DocumentProblem, FileId, IndexStatus, PassagePlace } from '@atrium/contract'
import type { ColumnType } from 'kysely'

/** The index data of a file's text. */
interface IndexedFileTable {
  account_id: AccountId
  file_id: FileId
  /** The search scope: the id of a room (its context), of a base, or of the file itself. */
  scope_id: string
  storage_key: string
  name: string
  /** Shared by the files of one archive; null for a single file. */
  upload_id: string | null
  /** Bytes of its text, once it is read. */
  text_bytes: number
  status: IndexStatus
  problem: DocumentProblem | null
  /** The attempt that may write. */
  run: number
  /** Number of attempts since indexing was requested. */
  tries: number
  parts_done: number
  parts_total: number | null
  unread_pages: number
  passages: number
  words: number
  tokens: number
  summary: string | null
  /** The model of its passages' vectors; null for none. */
  embedder: string | null
  requested_at: ColumnType<Date, Date | undefined, Date>
  started_at: Date | null
  finished_at: Date | null
}

/** Sums over a scope's completely indexed files; kept by triggers of `indexed_file`. */
interface ScopeFiguresTable {
  account_id: AccountId
  scope_id: string
  files: ColumnType<number, never, never>
  passages: ColumnType<number, never, never>
  words: ColumnType<number, never, never>
  tokens: ColumnType<number, never, never>
}

interface PassageTable {
  account_id: AccountId
  file_id: FileId
  position: number
  text: string
  place: PassagePlace
  words: number
  tokens: number
}

interface PostingTable {
  account_id: AccountId
  scope_id: string
  stem: string
  file_id: FileId
  /** See pack-postings.ts. */
  entries: Buffer
}

interface PassageVectorTable {
  account_id: AccountId
  scope_id: string
  file_id: FileId
  position: number
  bits: string
  /** See pack-vector.ts. */
  vector: Buffer
}

declare module '../platform/database/tables.ts' {
  interface DatabaseTables {
    indexed_file: IndexedFileTable
    scope_figures: ScopeFiguresTable
    passage: PassageTable
    posting: PostingTable
    passage_vector: PassageVectorTable
  }
}
