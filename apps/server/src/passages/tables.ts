import type { AccountId, DocumentProblem, FileId, IndexStatus, PassagePlace } from '@atrium/contract'
import type { ColumnType } from 'kysely'

interface IndexedFileTable {
  account_id: AccountId
  file_id: FileId
  scope_id: string
  storage_key: string
  name: string
  status: IndexStatus
  problem: DocumentProblem | null
  run: number
  parts_done: number
  parts_total: number | null
  passages: number
  words: number
  tokens: number
  summary: string | null
  requested_at: ColumnType<Date, Date | undefined, Date>
  started_at: Date | null
  finished_at: Date | null
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
  entries: Uint8Array
}

declare module '../platform/database/tables.ts' {
  interface DatabaseTables {
    indexed_file: IndexedFileTable
    passage: PassageTable
    posting: PostingTable
  }
}
