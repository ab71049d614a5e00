import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { create } from 'tar'
import { connect, readApplied, type DatabaseAddress } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Secret } from '../../platform/config/secret.ts'
import { copyOut } from './copy.ts'
import { encrypt } from './encrypt.ts'
import { freezeFiles } from './freeze-files.ts'
import { listEntries, type Manifest } from './manifest.ts'

export interface BackupOptions {
  address: DatabaseAddress
  dataDir: string
  /** The archive's path; it exists once complete. */
  file: string
  /** Encrypts the archive; without one the server's secret is left out of it. */
  passphrase?: Secret | undefined
  log: Log
}

/**
 * Writes database and files into one `.tar.gz`, even while Atrium runs: the database as of one moment, the files right after it
 * (one deleted in between counts as deleted). Omits waiting jobs. Includes the server's secret, which decrypts the database's
 * encrypted data, only when a passphrase encrypts the whole archive.
 */
export async function writeBackup({
  address,
  dataDir,
  file,
  passphrase,
  log,
}: BackupOptions): Promise<Manifest> {
  const database = connect(address, { log, maxConnections: 1, statementTimeoutMs: 0, isPipelined: false })
  const folder = await mkdtemp(path.join(dataDir, 'backup-'))
  const unfinished = `${file}.unfinished`
  try {
    const dumped = await dump(database.pool, folder)
    if (existsSync(path.join(dataDir, 'files')))
      await freezeFiles(path.join(dataDir, 'files'), path.join(folder, 'files'))
    if (passphrase && existsSync(path.join(dataDir, 'secret')))
      await copyFile(path.join(dataDir, 'secret'), path.join(folder, 'secret'))
    const manifest: Manifest = {
      format: 1,
      createdAt: new Date().toISOString(),
      ...dumped,
      entries: await listEntries(folder),
    }
    await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest, null, 1))
    await mkdir(path.dirname(file), { recursive: true })
    // Exactly the files in the manifest: later files belong to the next backup.
    const paths = ['manifest.json', ...manifest.entries.map((entry) => entry.path)]
    await writeFile(unfinished, '', { mode: 0o600 })
    const archive = Readable.from(create({ cwd: folder, gzip: true, follow: true, portable: true }, paths))
    await pipeline(
      passphrase ? encrypt(archive, passphrase.reveal()) : archive,
      createWriteStream(unfinished, { mode: 0o600 }),
    )
    await syncFile(unfinished)
    await rename(unfinished, file)
    await noteBackup(database.pool, { file, isEncrypted: passphrase !== undefined, log })
    return manifest
  } finally {
    await rm(unfinished, { force: true })
    await rm(folder, { recursive: true, force: true })
    await database.close()
  }
}

/** Shows operators when the last backup was made. Failing to record it doesn't fail the backup. */
async function noteBackup(
  pool: pg.Pool,
  { file, isEncrypted, log }: { file: string; isEncrypted: boolean; log: Log },
): Promise<void> {
  const { size } = await stat(file)
  await pool
    .query(
      'update installation set last_backup_at = now(), last_backup_bytes = $1, last_backup_encrypted = $2',
      [size, isEncrypted],
    )
    .catch((error: unknown) =>
      log.warn({ event: 'backup.note_failed', err: error }, 'Could not note the backup in the database'),
    )
}

async function dump(
  pool: pg.Pool,
  folder: string,
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences'>> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const applied = await readApplied(client)
    const tables: Manifest['tables'] = []
    await mkdir(path.join(folder, 'tables'))
    for (const { name, columns } of await listTables(client)) {
      const rows = await dumpTable(client, name, columns, path.join(folder, 'tables', `${name}.copy`))
      tables.push({ name, columns, rows })
    }
    const sequences = await readSequences(client)
    await client.query('commit')
    return { migrations: [...applied].map(([name, checksum]) => ({ name, checksum })), tables, sequences }
  } finally {
    client.release(true)
  }
}

async function dumpTable(
  client: pg.ClientBase,
  table: string,
  columns: string[],
  file: string,
): Promise<number> {
  const output = createWriteStream(file, { mode: 0o600 })
  const rows = await copyOut(client, quote(table), columns.map(quote).join(', '), output)
  output.end()
  await once(output, 'finish')
  return rows
}

/** All our tables, without generated columns, which the database computes. */
async function listTables(client: pg.ClientBase): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and c.relname <> 'schema_migration'
    group by c.relname order by c.relname`)
  return rows
}

async function readSequences(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`)
  const sequences: Manifest['sequences'] = []
  for (const { name } of rows) {
    const found = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${quote(name)}`,
    )
    sequences.push(...found.rows.map((row) => ({ name, ...row })))
  }
  return sequences
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const quote = (identifier: string) => pg.escapeIdentifier(identifier)
