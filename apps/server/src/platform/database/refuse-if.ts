import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'

/** The SQLSTATE of the database's function `refuse`. */
const refused = 'ATR01'

/**
 * SQL of a boolean: fails the transaction with `details` (SQL of JSON) where the condition is true, and is false otherwise. For decisions of
 * a statement that is sent together with the commit.
 */
export const refuseIf = (
  condition: RawBuilder<boolean>,
  details: RawBuilder<unknown> = sql`'{}'::jsonb`,
): RawBuilder<boolean> => sql`case when ${condition} then refuse(${details}) else false end`

/** The details with which `refuseIf` failed; undefined for other errors. */
export const refusalIn = (error: unknown): unknown =>
  error instanceof pg.DatabaseError && error.code === refused ? JSON.parse(error.detail ?? 'null') : undefined
