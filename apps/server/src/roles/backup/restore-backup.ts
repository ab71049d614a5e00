import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { extract } from 'tar'
import { connect, migrate, readMigrations } from '../../platform/database/index.ts'
import { lockFolder } from '../../platform/folder-lock.ts'
import type { Log } from '../../platform/log.ts'
import { startPostgres } from '../../platform/postgres/index.ts'
import { copyIn } from './copy.ts'
import { listEntries, manifestSchema, type Manifest } from './manifest.ts'

/** The backup or the place for it is not fit; nothing was changed. */
export class RestoreError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RestoreError'
  }
}

/**
 * Makes a data folder out of a backup. Everything is unpacked, checked and loaded beside it, and takes its place when it is
 * whole: after an error the data folder is as empty as before. Throws `RestoreError`.
 */
export async function restoreBackup({
  file,
  dataDir,
  log,
}: {
  file: string
  dataDir: string
  log: Log
}): Promise<Manifest> {
  const lock = await lockFolder(dataDir)
  const folder = `${dataDir}.restoring`
  try {
    if ((await readdir(dataDir)).length > 0)
      throw new RestoreError(
        `The data folder ${dataDir} is not empty. Move it away, or set ATRIUM_DATA_DIR to another folder.`,
      )
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { mode: 0o700 })
    await unpack(file, folder)
    const manifest = await check(folder)
    await load(folder, manifest, log)
    await rm(path.join(folder, 'tables'), { recursive: true })
    await rm(path.join(folder, 'manifest.json'))
    await rmdir(dataDir)
    await rename(folder, dataDir)
    return manifest
  } finally {
    // After an error, tar may still be writing what it had begun.
    try {
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    } finally {
      await lock.release()
    }
  }
}

async function unpack(file: string, folder: string): Promise<void> {
  if (!existsSync(file)) throw new RestoreError(`There is no file ${file}.`)
  try {
    // Plain files only: a link could lead what comes after it out of the folder.
    await extract({
      file,
      cwd: folder,
      strict: true,
      filter: (_, entry) => 'type' in entry && entry.type === 'File',
    })
  } catch (error) {
    throw new RestoreError(
      `The backup ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}

async function check(folder: string): Promise<Manifest> {
  const parsed = manifestSchema.safeParse(await readManifest(folder))
  if (!parsed.success) throw new RestoreError('This is not a backup of Atrium, or of another format.')
  const [found, expected] = [await listEntries(folder), parsed.data.entries]
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new RestoreError('The backup is damaged: its files are not those that it lists.')

  const known = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]))
  const strange = parsed.data.migrations.find(({ name, checksum }) => known.get(name) !== checksum)
  if (strange)
    throw new RestoreError(
      `The backup was made by another version of Atrium: it has the migration ${strange.name}. Restore it with that version.`,
    )
  return parsed.data
}

async function readManifest(folder: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8'))
  } catch {
    return undefined
  }
}

/** Makes a database with the schema that the backup had, and fills it in one transaction. A start migrates it further. */
async function load(folder: string, manifest: Manifest, log: Log): Promise<void> {
  const postgres = await startPostgres({ dataDir: folder, log })
  const database = connect(postgres.address, {
    log,
    maxConnections: 1,
    statementTimeoutMs: 0,
    isPipelined: false,
  })
  try {
    await migrate(database.pool, { log, only: new Set(manifest.migrations.map(({ name }) => name)) })
    const client = await database.pool.connect()
    try {
      await fill(client, manifest, path.join(folder, 'tables'))
    } finally {
      client.release(true)
    }
  } finally {
    await database.close()
    await postgres.stop()
  }
}

async function fill(client: pg.ClientBase, { tables, sequences }: Manifest, folder: string): Promise<void> {
  // Rows arrive table by table, so what they refer to may come later; all of it was consistent when it was written.
  await client.query(
    `begin; set local session_replication_role = replica; set local idle_in_transaction_session_timeout = 0`,
  )
  if (tables.length > 0) await client.query(`truncate ${tables.map(({ name }) => quote(name)).join(', ')}`)
  for (const { name, columns, rows } of tables) {
    await copyIn(
      client,
      quote(name),
      columns.map(quote).join(', '),
      createReadStream(path.join(folder, `${name}.copy`)),
    )
    const counted = await client.query<{ rows: number }>(`select count(*) as rows from ${quote(name)}`)
    if (counted.rows[0]?.rows !== rows)
      throw new RestoreError(
        `The backup is damaged: the table ${name} has not the ${rows} rows that it should have.`,
      )
  }
  for (const { name, lastValue, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quote(name), lastValue, isCalled])
  await client.query('commit')
}

const quote = (identifier: string) => pg.escapeIdentifier(identifier)
