import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { create } from 'tar'
import { connect, readApplied, type DatabaseAddress } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log.ts'
import { copyOut } from './copy.ts'
import { freezeFiles } from './freeze-files.ts'
import { listEntries, type Manifest } from './manifest.ts'

export interface BackupOptions {
  address: DatabaseAddress
  dataDir: string
  /** Where the archive goes; it is there when it is whole. */
  file: string
  log: Log
}

/**
 * Writes database, files and secret into one `.tar.gz`, while Atrium may be running: the database as it is at one moment, the
 * files as they are right after it (one that is deleted in between is a file that was deleted). Jobs that wait are not part of it.
 */
export async function writeBackup({ address, dataDir, file, log }: BackupOptions): Promise<Manifest> {
  const database = connect(address, { log, maxConnections: 1, statementTimeoutMs: 0, isPipelined: false })
  const folder = await mkdtemp(path.join(dataDir, 'backup-'))
  const unfinished = `${file}.unfinished`
  try {
    const dumped = await dump(database.pool, folder)
    if (existsSync(path.join(dataDir, 'files')))
      await freezeFiles(path.join(dataDir, 'files'), path.join(folder, 'files'))
    if (existsSync(path.join(dataDir, 'secret')))
      await copyFile(path.join(dataDir, 'secret'), path.join(folder, 'secret'))
    const manifest: Manifest = {
      format: 1,
      createdAt: new Date().toISOString(),
      ...dumped,
      entries: await listEntries(folder),
    }
    await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest, null, 1))
    await mkdir(path.dirname(file), { recursive: true })
    // Exactly what the manifest lists: a file that arrives meanwhile belongs to the next backup.
    const paths = ['manifest.json', ...manifest.entries.map((entry) => entry.path)]
    await writeFile(unfinished, '', { mode: 0o600 })
    await create({ cwd: folder, file: unfinished, gzip: true, follow: true, portable: true }, paths)
    await syncFile(unfinished)
    await rename(unfinished, file)
    return manifest
  } finally {
    await rm(unfinished, { force: true })
    await rm(folder, { recursive: true, force: true })
    await database.close()
  }
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

/** All tables of ours; computed columns are left out, since they compute themselves. */
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
