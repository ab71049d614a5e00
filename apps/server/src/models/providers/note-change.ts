import type { ProviderChange } from '@atrium/contract'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Deed } from './ports.ts'

export interface ChangeToNote extends Deed {
  providerName: string
  action: ProviderChange['action']
  /** Names of the fields that are others now; never their values. */
  fields?: string[]
}

/** Remembers what an administrator did, in the transaction that does it. */
export async function noteChange(trx: Transaction, change: ChangeToNote): Promise<void> {
  await trx
    .insertInto('provider_change')
    .values({
      actor_id: change.actorId,
      provider_id: change.providerId,
      provider_name: change.providerName,
      action: change.action,
      fields: change.fields ?? [],
    })
    .execute()
}

/** The same for the log, once it is true. */
export const logChange = (log: Log, change: ChangeToNote): void =>
  log.info({ providerChange: change }, 'a system administrator changed a provider of models')

/** The last changes, newest first, with the names that people bear now. */
export async function lastChanges({ kysely }: Database, most: number): Promise<ProviderChange[]> {
  const { rows } = await sql<Omit<ProviderChange, 'at'> & { at: Date }>`
    select at, nullif(name, '') as "actorName", action, provider_name as "providerName"
    from provider_change left join identity_user on identity_user.id = actor_id
    order by provider_change.id desc limit ${most}`.execute(kysely)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
