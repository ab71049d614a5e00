import pg from 'pg'
import type { Database } from './connect.ts'

/**
 * Refuses new connections to a read-only replica, as when an address moves to one before it is promoted: it may still have
 * ended sessions and earlier balances.
 */
export function refuseReplicas({ pool }: Database): void {
  pool.options.verify = (client, done) => {
    client
      .query<{ isReplica: boolean }>('select pg_is_in_recovery() as "isReplica"')
      .then(({ rows }) => done(rows[0]?.isReplica ? readOnly() : undefined), done)
  }
}

/** The error of a write to a replica. */
function readOnly(): Error {
  const error = new pg.DatabaseError('the database server is a read-only replica', 0, 'error')
  error.code = '25006'
  return error
}
