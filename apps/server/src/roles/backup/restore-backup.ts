import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { extract } from 'tar'
import { connect, migrate, readMigrations } from '../../platform/database/index.ts'
import { lockFileNames, lockFolder } from '../../platform/data-folder/folder-lock.ts'
import type { Log } from '../../platform/log.ts'
import { startPostgres } from '../../platform/postgres/index.ts'
import type { Secret } from '../../platform/config/secret.ts'
import { StartError } from '../../platform/start-error.ts'
import { copyIn } from './copy.ts'
import { decrypt, isEncrypted, WrongPassphraseError } from './encrypt.ts'
import { listEntries, manifestSchema, type Manifest } from './manifest.ts'

/** The backup or its target is unsuitable; nothing was changed. */
export class RestoreError extends StartError {}

/**
 * Restores a data folder from a backup. Unpacks, checks and loads everything aside, and moves it into place when complete: after
 * an error the data folder is as empty as before. Throws `RestoreError`.
 */
export async function restoreBackup({
  file,
  dataDir,
  passphrase,
  hasSecret = false,
  log,
}: {
  file: string
  dataDir: string
  /** The passphrase of an encrypted backup. */
  passphrase?: Secret | undefined
  /** The configuration has the server's secret, so neither backup nor data folder needs to. */
  hasSecret?: boolean
  log: Log
}): Promise<Manifest> {
  const lock = await lockFolder(dataDir)
  const folder = `${dataDir}.restoring`
  try {
    // An unencrypted backup omits the secret: it may be in the folder already.
    const present = await readdir(dataDir)
    if (present.some((name) => name !== 'secret' && !lockFileNames.includes(name)))
      throw new RestoreError(
        `The data folder ${dataDir} is not empty. Move it away, or set ATRIUM_DATA_DIR to another folder.`,
      )
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { mode: 0o700 })
    await unpack(file, folder, passphrase)
    const manifest = await check(folder)
    await placeSecret({ folder, dataDir, hasSecret })
    await load(folder, manifest, log)
    await rm(path.join(folder, 'tables'), { recursive: true })
    await rm(path.join(folder, 'manifest.json'))
    for (const name of lockFileNames) await rm(path.join(dataDir, name), { force: true })
    await rm(path.join(dataDir, 'secret'), { force: true })
    await rmdir(dataDir)
    await rename(folder, dataDir)
    return manifest
  } finally {
    // After an error, tar may still be writing.
    try {
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    } finally {
      await lock.release()
    }
  }
}

/** The backup's secret, else the one in the data folder or the configuration. */
async function placeSecret({
  folder,
  dataDir,
  hasSecret,
}: {
  folder: string
  dataDir: string
  hasSecret: boolean
}): Promise<void> {
  const [restored, present] = [path.join(folder, 'secret'), path.join(dataDir, 'secret')]
  if (existsSync(restored) || hasSecret) return
  if (!existsSync(present))
    throw new RestoreError(
      `This backup does not hold the server's secret, because it was made without a passphrase. Copy the file "secret" from the data folder of that server to ${present}, or set ATRIUM_SECRET, and restore again.`,
    )
  await copyFile(present, restored)
  await chmod(restored, 0o600)
}

async function unpack(file: string, folder: string, passphrase: Secret | undefined): Promise<void> {
  if (!existsSync(file)) throw new RestoreError(`There is no file ${file}.`)
  if (!(await isEncrypted(file))) return await extractInto(file, folder)
  if (!passphrase)
    throw new RestoreError(
      `The backup ${file} is encrypted. Set ATRIUM_BACKUP_PASSPHRASE to the passphrase it was made with.`,
    )
  const archive = `${folder}.archive`
  try {
    await pipeline(
      decrypt(createReadStream(file), passphrase.reveal()),
      createWriteStream(archive, { mode: 0o600 }),
    )
    await extractInto(archive, folder)
  } catch (error) {
    if (!(error instanceof WrongPassphraseError)) throw error
    throw new RestoreError(
      `The backup ${file} cannot be decrypted: ATRIUM_BACKUP_PASSPHRASE is not the passphrase it was made with, or the file is damaged.`,
      { cause: error },
    )
  } finally {
    await rm(archive, { force: true })
  }
}

async function extractInto(file: string, folder: string): Promise<void> {
  try {
    // Plain files only: a link could lead later entries out of the folder.
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

/** Creates a database with the backup's schema, and fills it in one transaction. A start migrates it further. */
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
  // Rows arrive table by table, so their references may arrive later; they were consistent when written.
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
