import type { UserId } from '@atrium/contract'
import type { RawBuilder } from 'kysely'
import type { Database, Transaction } from './database/index.ts'
import type { Storage } from './storage/index.ts'

/** One noun's part of a person's data export. */
export type OwnData = {
  /** The `table.column` pairs by which it finds the person's rows. A test compares them with the schema and with its statements. */
  columns: readonly string[]
  /** Returns the contents of its JSON files by file name, without `.json`. Reads across accounts, as the system. */
  read(trx: Transaction, userId: UserId): Promise<Record<string, unknown>>
  /** Lists files of other types, or those that are too large to load together. */
  files?(ports: { database: Database; storage: Storage }, userId: UserId): Promise<readonly OwnFile[]>
}

/** A file in the export, read when the zip reaches it. */
export type OwnFile = { path: string; read(): Promise<Uint8Array | string> }

/** Executes a statement of an export. */
export const rowsOf = async <Row>(trx: Transaction, query: RawBuilder<Row>): Promise<Row[]> =>
  (await query.execute(trx)).rows
