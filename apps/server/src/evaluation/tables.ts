import type {
  AccountId,
  BaseId,
  CheckReason,
  CheckRunId,
  FileId,
  GoldenQuestionId,
  RoomId,
} from '@atrium/contract'
import type { ColumnType } from 'kysely'

/** A source as a golden question stores it. */
export type KeptSource = { fileId: FileId; name: string; page: number | null }

interface GoldenQuestionTable {
  account_id: AccountId
  id: GoldenQuestionId
  room_id: RoomId
  question: string
  /** A list of `KeptSource` as JSON. */
  expected: ColumnType<KeptSource[], string, string>
  base_ids: BaseId[]
  revision: ColumnType<number, number | undefined, number>
  created_at: ColumnType<Date, Date | undefined, never>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

interface CheckRunTable {
  account_id: AccountId
  id: CheckRunId
  room_id: RoomId
  status: ColumnType<'RUNNING' | 'DONE' | 'FAILED', undefined, string>
  reasons: CheckReason[]
  question_count: number
  started_at: ColumnType<Date, Date | undefined, never>
  ended_at: Date | null
}

declare module '../platform/database/tables.ts' {
  interface DatabaseTables {
    golden_question: GoldenQuestionTable
    check_run: CheckRunTable
  }
}
