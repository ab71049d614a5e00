import { type RawBuilder, sql } from 'kysely'

/** SQL of a hash of a row as text, by which a later statement of the transaction sees that the row has changed. */
export const versionOf = (row: RawBuilder<unknown>): RawBuilder<string> =>
  sql`hash_record_extended(${row}, 0)::text`
