import type { StoppedAddress, StopReason, UserId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'

type Row = Omit<StoppedAddress, 'at'> & { at: Date }

const shown = sql`
  select mail_stopped_address.email as address, reason, stopped_at as at, identity_user.name as "byName"
  from mail_stopped_address left join identity_user on identity_user.id = stopped_by`

const present = ({ at, ...rest }: Row): StoppedAddress => ({
  ...rest,
  at: at.toISOString(),
})

const matching = (search: string): RawBuilder<unknown> =>
  sql`strpos(mail_stopped_address.email, ${search.trim().toLowerCase()}) > 0`

export async function listStopped(
  trx: Transaction,
  { search = '', limit, offset }: { search?: string; limit: number; offset: number },
): Promise<{ rows: StoppedAddress[]; count: number }> {
  const found = await sql<Row>`
    ${shown} where ${matching(search)} order by stopped_at desc, mail_stopped_address.email limit ${limit} offset ${offset}`.execute(
    trx,
  )
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from mail_stopped_address where ${matching(search)}`.execute(trx)
  return { rows: found.rows.map(present), count: counted.rows[0]?.count ?? 0 }
}

export async function stoppedAddress(trx: Transaction, address: string): Promise<StoppedAddress | null> {
  const found = await sql<Row>`${shown} where mail_stopped_address.email = lower(${address})`.execute(trx)
  return found.rows[0] ? present(found.rows[0]) : null
}

/** Stops mail to an address; the first reason stays. Returns whether mail was delivered to it until now. */
export async function stopAddress(
  trx: Transaction,
  { address, reason, by }: { address: string; reason: StopReason; by: UserId | null },
): Promise<boolean> {
  const stopped = await sql`
    insert into mail_stopped_address (email, reason, stopped_by) values (lower(${address}), ${reason}, ${by})
    on conflict (email) do nothing returning email`.execute(trx)
  return stopped.rows.length > 0
}

export async function resumeAddress(trx: Transaction, address: string): Promise<boolean> {
  const resumed = await sql`
    delete from mail_stopped_address where email = lower(${address}) returning email`.execute(trx)
  return resumed.rows.length > 0
}
