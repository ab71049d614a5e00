import { sql, type RawBuilder } from 'kysely'
import { type Database, inSystem } from '../platform/database/index.ts'

/** A violated rule of the ledger. */
export type LedgerViolation = {
  rule:
    | 'balance-is-sum-of-entries'
    | 'balance-not-negative'
    | 'revoked-is-sum-of-entries'
    | 'hold-has-its-entries'
    | 'entries-have-their-hold'
    | 'hold-ends'
  accountId: string
  /** A holder or a turn. */
  subject: string
  found: string
  expected: string
}

const balancesThatDiffer = sql`
  select 'balance-is-sum-of-entries' as rule, account_id as "accountId", holder as subject,
    coalesce(available_milli::text, 'no balance') as found, coalesce(entries.milli, 0)::text as expected
  from credit_balance
  full join (select account_id, holder, sum(amount_milli) as milli from credit_entry group by account_id, holder) as entries
    using (account_id, holder)
  where available_milli is distinct from coalesce(entries.milli, 0)`

const balancesBelowZero = sql`
  select 'balance-not-negative', account_id, holder, available_milli::text, 'at least ' || -revoked_milli
  from credit_balance where available_milli < -revoked_milli`

const revokedThatDiffer = sql`
  select 'revoked-is-sum-of-entries', account_id, holder, revoked_milli::text, (-coalesce(entries.milli, 0))::text
  from credit_balance
  left join (select account_id, holder, sum(amount_milli) as milli from credit_entry where kind = 'revoke' group by account_id, holder)
    as entries using (account_id, holder)
  where revoked_milli <> -coalesce(entries.milli, 0)`

/** A hold has taken the same from the team and the person; a closed one has returned it and charged no more. */
const holdsWithOtherEntries = sql`
  select 'hold-has-its-entries', account_id, turn_id, coalesce(found.entries, 'none'), coalesce(wanted.entries, 'none')
  from credit_hold
  cross join lateral (
    select string_agg(holder || ' ' || kind || ' ' || amount, ', ' order by holder, kind) as entries
    from (values ('team'), (user_id)) as holders (holder)
    cross join (values ('hold', -held_milli, true), ('release', held_milli, state <> 'open'),
      ('charge', -charged_milli, charged_milli <> 0)) as entry (kind, amount, is_due)
    where is_due) as wanted
  left join lateral (
    select string_agg(holder || ' ' || kind || ' ' || amount, ', ' order by holder, kind) as entries
    from (
      -- Several holds: raised. Never several releases or charges.
      select holder, kind, sum(amount_milli) as amount from credit_entry
      where account_id = credit_hold.account_id and reference = credit_hold.turn_id and holder in ('team', credit_hold.user_id)
      group by holder, kind, case when kind <> 'hold' then id end) as entry
  ) as found on true
  where found.entries is distinct from wanted.entries
    or charged_milli not between 0 and held_milli or (charged_milli <> 0 and state <> 'settled')`

const entriesWithoutHold = sql`
  select 'entries-have-their-hold', account_id, reference, string_agg(holder || ' ' || kind, ', ' order by id), 'a hold for them'
  from credit_entry
  where kind in ('hold', 'release', 'charge') and not exists (
    select from credit_hold where credit_hold.account_id = credit_entry.account_id and turn_id = reference
      and holder in ('team', user_id))
  group by account_id, reference`

const holdsOpenTooLong = (seconds: number) => sql`
  select 'hold-ends', account_id, turn_id, 'open since ' || created_at, 'closed within ' || ${String(seconds)}::text || ' seconds'
  from credit_hold where state = 'open' and kind <> 'job' and created_at < now() - make_interval(secs => ${seconds})`

/**
 * Reads the whole ledger as of one moment and lists every violated rule; an empty list is a sound ledger. By default a hold may be open for
 * an hour, longer than any answer can run; that of an agent job, which may wait for its owner, may be open for any time. For tests, the
 * invariant checker and operators.
 */
export async function auditLedger(
  database: Database,
  { maxOpenHoldSeconds = 3600 }: { maxOpenHoldSeconds?: number } = {},
): Promise<LedgerViolation[]> {
  const rules: RawBuilder<unknown>[] = [
    balancesThatDiffer,
    balancesBelowZero,
    revokedThatDiffer,
    holdsWithOtherEntries,
    entriesWithoutHold,
    holdsOpenTooLong(maxOpenHoldSeconds),
  ]
  const violations = await inSystem(database, (trx) =>
    sql<LedgerViolation>`${sql.join(rules, sql` union all `)} order by "accountId", subject, rule`.execute(
      trx,
    ),
  )
  return violations.rows
}
