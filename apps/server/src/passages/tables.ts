import type { AccountId, DocumentProblem, FileId, IndexStatus, PassagePlace } from '@atrium/contract'
import type { ColumnType } from 'kysely'

/** What is known of the text of a file. */
interface IndexedFileTable {
  account_id: AccountId
  file_id: FileId
  /** What is searched together: the id of a room (its context), of a base, or of the file itself. */
  scope_id: string
  storage_key: string
  name: string
  status: IndexStatus
  problem: DocumentProblem | null
  /** Which try may write. */
  run: number
  /** How often it was begun since it was asked for. */
  tries: number
  parts_done: number
  parts_total: number | null
  unread_pages: number
  passages: number
  words: number
  tokens: number
  summary: string | null
  /** Whose vectors its passages have; null for none. */
  embedder: string | null
  requested_at: ColumnType<Date, Date | undefined, Date>
  started_at: Date | null
  finished_at: Date | null
}

/** Sums over the files of a scope that are read to their end; kept by triggers of `indexed_file`. */
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
