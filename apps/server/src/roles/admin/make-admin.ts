import type { UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { grantSystemAdmin } from '../../identity/index.ts'
import { noteChange } from '../../operations/index.ts'
import { type Database, inSystem } from '../../platform/database/index.ts'
import { UsageError } from './usage-error.ts'

/** Makes the person with this confirmed address a system administrator; returns a sentence for the terminal. */
export function makeAdmin(database: Database, email: string): Promise<string> {
  return inSystem(database, async (trx) => {
    const found = await sql<{ id: UserId; isConfirmed: boolean }>`
      select id, email_verified as "isConfirmed" from identity_user where lower(email) = ${email.trim().toLowerCase()}`.execute(
      trx,
    )
    const [person] = found.rows
    if (person === undefined) throw new UsageError(`Nobody has signed up as ${email}.`)
    if (!person.isConfirmed) throw new UsageError(`${email} is not confirmed yet. Confirm the address first.`)
    await grantSystemAdmin(trx, person.id, 'command')
    await noteChange(trx, { actorId: null, userId: person.id, action: 'admin-made' })
    return `${email} is a system administrator now.`
  })
}
