import { sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'

/** In credits. Sums by kind of entry, over all teams. */
export type LedgerTotals = { sums: Record<EntryKind, number>; held: number }

const kinds = ['grant', 'expire', 'hold', 'release', 'charge'] as const
type EntryKind = (typeof kinds)[number]

/** No transaction that writes the ledger is open for longer. */
const settledAfterMinutes = 5

/**
 * Sums the ledger without reading it again: entries older than 5 minutes are added to the sums once and remembered, the few younger
 * ones are read each time. So only the first reading of a process reads the whole ledger.
 */
export function createLedgerTotals(database: Database): { read(): Promise<LedgerTotals> } {
  let settled = { through: new Date(0), milli: zeros() }
  return {
    async read() {
      const now = await sql<{ through: Date; heldMilli: number }>`
        select now() - make_interval(mins => ${settledAfterMinutes}) as through,
          (select coalesce(sum(held_milli), 0)::bigint from credit_hold where state = 'open') as "heldMilli"`.execute(
        database.kysely,
      )
      const { through = new Date(0), heldMilli = 0 } = now.rows[0] ?? {}
      const known = settled
      const [older, younger] = [
        await sumBetween(database, known.through, through),
        await sumBetween(database, through, null),
      ]
      settled = { through, milli: added(known.milli, older) }
      const milli = added(settled.milli, younger)
      return {
        sums: Object.fromEntries(kinds.map((kind) => [kind, milli[kind] / 1000])) as Record<
          EntryKind,
          number
        >,
        held: heldMilli / 1000,
      }
    },
  }
}

const zeros = () => Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<EntryKind, number>

const added = (sums: Record<EntryKind, number>, more: Record<EntryKind, number>) =>
  Object.fromEntries(kinds.map((kind) => [kind, sums[kind] + more[kind]])) as Record<EntryKind, number>

/** Sums of the entries in a time range. Holds and charges are recorded for team and person: counts the team's. */
async function sumBetween(
  { kysely }: Database,
  since: Date,
  before: Date | null,
): Promise<Record<EntryKind, number>> {
  const found = await sql<{ kind: EntryKind; milli: number }>`
    select kind, sum(abs(amount_milli))::bigint as milli from credit_entry
    where holder = 'team' and created_at >= ${since} ${before ? sql`and created_at < ${before}` : sql``}
    group by kind`.execute(kysely)
  return { ...zeros(), ...Object.fromEntries(found.rows.map(({ kind, milli }) => [kind, milli])) }
}
