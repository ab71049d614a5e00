import type { ProviderChange } from '@atrium/contract'
import { sql } from 'kysely'
import { writeSystemAudit } from '../../identity/index.ts'
import type { Database, Transaction } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Deed } from './ports.ts'

export interface ChangeToNote extends Deed {
  providerName: string
  action: ProviderChange['action']
  /** Names of the changed fields; never their values. */
  fields?: string[]
}

/** Records an administrator's change, in its transaction. */
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
  await writeSystemAudit(trx, {
    actorId: change.actorId,
    action: `provider.${change.action}`,
    objectId: change.providerId,
    details: { name: change.providerName, fields: change.fields?.join(', ') ?? null },
  })
}

/** The same for the log, after the commit. */
export const logChange = (log: Log, change: ChangeToNote): void =>
  log.info(
    { event: 'provider.changed', providerChange: change },
    'A system administrator changed a model provider',
  )

/** Returns the last changes, newest first, with people's current names. */
export async function lastChanges({ kysely }: Database, most: number): Promise<ProviderChange[]> {
  const { rows } = await sql<Omit<ProviderChange, 'at'> & { at: Date }>`
    select at, nullif(name, '') as "actorName", action, provider_name as "providerName"
    from provider_change left join identity_user on identity_user.id = actor_id
    order by provider_change.id desc limit ${most}`.execute(kysely)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
