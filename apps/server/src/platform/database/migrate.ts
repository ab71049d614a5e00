import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import type { Log } from '../log.ts'

/** A migration cannot be applied, or was changed after being applied. */
export class MigrationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MigrationError'
  }
}

export interface Migration {
  /** File name without its extension, such as `0001_identity`. */
  name: string
  sql: string
  checksum: string
}

/** `apps/server/migrations` */
export const migrationsDir = path.resolve(import.meta.dirname, '../../../migrations')

/** Chosen once, at random: every node must use the same number. */
const migrationLock = 8_246_120_937_514

export interface MigrateOptions {
  log: Log
  directory?: string
  /** Applies only these migrations: the schema of an older backup. */
  only?: ReadonlySet<string>
}

/**
 * Applies the files of `directory` that are not applied yet, by name, each in a transaction of its own, so that a killed process
 * leaves whole steps and the next run resumes. Concurrent nodes wait for each other. Returns the applied names.
 *
 * Ignores migrations that the database has and this checkout doesn't: a newer version may have migrated, and migrations only
 * extend what an older one uses.
 */
export async function migrate(
  pool: pg.Pool,
  { log, directory = migrationsDir, only }: MigrateOptions,
): Promise<string[]> {
  const migrations = (await readMigrations(directory)).filter(({ name }) => only?.has(name) ?? true)
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query(`select pg_advisory_lock(${migrationLock})`)
    await client.query(`create table if not exists schema_migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const pending = withoutApplied(migrations, await readApplied(client))
    for (const migration of pending) {
      await apply(client, migration)
      log.info({ event: 'database.migrated', migration: migration.name }, 'Applied a migration')
    }
    return pending.map((migration) => migration.name)
  } finally {
    // Closing the connection releases the lock and resets its settings.
    client.release(true)
  }
}

/** The migrations of a folder in the order in which they apply. */
export async function readMigrations(directory = migrationsDir): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  const numbers = names.map((name) => /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1])
  if (numbers.includes(undefined))
    throw new MigrationError(`A migration's name looks like 0001_words.sql; found ${names.join(', ')}.`)
  if (new Set(numbers).size < numbers.length)
    throw new MigrationError(`Two migrations have the same number: ${names.join(', ')}.`)
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(directory, name), 'utf8')
      return {
        name: name.replace(/\.sql$/, ''),
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      }
    }),
  )
}

/** Returns name and checksum of every applied migration. */
export async function readApplied(client: pg.Pool | pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration order by name',
  )
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

function withoutApplied(migrations: Migration[], applied: Map<string, string>): Migration[] {
  const newestApplied =
    [...applied.keys()].filter((name) => migrations.some((migration) => migration.name === name)).at(-1) ?? ''
  return migrations.filter((migration) => {
    const checksum = applied.get(migration.name)
    if (checksum !== undefined && checksum !== migration.checksum)
      throw new MigrationError(
        `The migration ${migration.name} was changed after this database had applied it.`,
      )
    if (checksum === undefined && migration.name < newestApplied)
      throw new MigrationError(
        `The migration ${migration.name} comes before ${newestApplied}, which this database has already applied.`,
      )
    return checksum === undefined
  })
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(migration.sql)
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    throw new MigrationError(
      `The migration ${migration.name} failed: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    )
  }
}
