import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/index.ts'
import type { Secret } from './secret.ts'
import { StartError } from '../start-error.ts'

/** The settings of this process do not fit the database that it was given. */
export class InstallationError extends StartError {}

/** Refuses a secret other than the database's: nothing encrypted or signed could be read. */
export async function checkSecret(database: Database, secret: Secret): Promise<void> {
  const mark = markOf(secret)
  const kept = await sql<{ secret_mark: string }>`
    insert into installation (secret_mark) values (${mark})
    on conflict (only_row) do update set secret_mark = installation.secret_mark
    returning secret_mark`.execute(database.kysely)
  if (kept.rows[0]?.secret_mark !== mark)
    throw new InstallationError(
      'The secret of this start (ATRIUM_SECRET, or the file secret in the data folder) is not the one that this database was set up with. ' +
        'Every process on one database needs the same ATRIUM_SECRET. If the former secret is lost: npm run admin -- new-secret',
    )
}

/** Makes this the database's secret. Data encrypted or signed with the former one becomes unreadable. */
export async function replaceSecret(database: Database, secret: Secret): Promise<void> {
  await sql`
    insert into installation (secret_mark) values (${markOf(secret)})
    on conflict (only_row) do update set secret_mark = excluded.secret_mark`.execute(database.kysely)
}

const markOf = (secret: Secret) =>
  createHmac('sha256', secret.reveal()).update('atrium installation').digest('hex')
