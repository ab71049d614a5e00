import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  chmodSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { connect, type Database } from '../database/index.ts'
import { createLog } from '../log.ts'
import { ClusterInUseError, DatabaseStartError, startPostgres, type BuiltInPostgres } from './index.ts'
import { canEnter } from './run-as.ts'
import { isRunning } from './server-process.ts'

const log = createLog({ level: 'silent' })
let folder: string
let server: BuiltInPostgres | undefined
const databases: Database[] = []

/** A folder with the cluster of a server that was stopped: making a cluster takes seconds. */
let prepared: string
beforeAll(async () => {
  prepared = mkdtempSync(path.join(tmpdir(), 'pg-prepared-'))
  await (await startPostgres({ dataDir: prepared, log })).stop()
})
afterAll(() => rmSync(prepared, { recursive: true, force: true }))
/** Puts the prepared cluster, with its owner, into a folder. */
const copyPrepared = (to = folder) => execFileSync('cp', ['-a', path.join(prepared, 'postgres'), to])

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pg-'))
})
afterEach(async () => {
  await Promise.all(databases.splice(0).map((database) => database.close()))
  await server?.stop()
  server = undefined
  rmSync(folder, { recursive: true, force: true })
})

const start = async (dataDir = folder) => (server = await startPostgres({ dataDir, log }))

function query(text: string) {
  const database = connect((server as BuiltInPostgres).address, { log })
  databases.push(database)
  return database.pool.query(text)
}

test('OPS-01 starts, keeps its rows over a restart, listens on no network, and syncs to disk', async () => {
  const first = await start()
  expect(first.adopted).toBe(false)
  await query('create table kept as select 1 as one')
  expect(
    (
      await query(
        `select current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses, current_setting('server_encoding') as encoding`,
      )
    ).rows,
  ).toEqual([{ fsync: 'on', addresses: '', encoding: 'UTF8' }])
  if (process.getuid?.() === 0) expect(statSync(path.join(folder, 'postgres')).uid).not.toBe(0)
  await Promise.all(databases.splice(0).map((database) => database.close()))
  await first.stop()
  expect(isRunning(first.pid())).toBe(false)
  await start()
  expect((await query('select one from kept')).rows).toEqual([{ one: 1 }])
})

test('a server whose Atrium was killed is adopted', async () => {
  copyPrepared()
  const program = `
    const { startPostgres } = await import('${import.meta.dirname}/index.ts')
    const { createLog } = await import('${import.meta.dirname}/../log.ts')
    const server = await startPostgres({ dataDir: '${folder}', log: createLog({ level: 'silent' }) })
    console.log(server.pid())
    process.kill(process.pid, 'SIGKILL')`
  const killed = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [printed] = await once(killed.stdout, 'data')
  await once(killed, 'exit')
  const adopted = await start()
  expect(adopted.adopted).toBe(true)
  expect(adopted.pid()).toBe(Number(String(printed)))
})

test('B13 a killed database server is restarted, with every committed row', async () => {
  copyPrepared()
  const running = await start()
  await query('create table kept as select 1 as one')
  const before = running.pid()
  process.kill(before, 'SIGKILL')
  await vi.waitFor(() => expect(running.pid()).not.toBe(before), { timeout: 60_000 })
  expect((await query('select one from kept')).rows).toEqual([{ one: 1 }])
})

test('B23 after a power cut, the database recovers every committed row from what the disk certainly has', async () => {
  copyPrepared()
  await start()
  await query('create table kept (id int)')
  await query('checkpoint')
  // Of the data files only the checkpoint is certain, of the log what was flushed.
  const afterCut = mkdtempSync(path.join(folder, 'after-cut-'))
  chmodSync(afterCut, 0o755)
  const [before, after] = [path.join(folder, 'postgres'), path.join(afterCut, 'postgres')]
  execFileSync('cp', ['-a', before, after])
  await query('insert into kept select generate_series(1, 1000)')
  const { rows } = await query(
    'select file_name as "segment", file_offset as "end" from pg_walfile_name_offset(pg_current_wal_flush_lsn())',
  )
  const { segment, end } = rows[0] as { segment: string; end: number }
  const flushed = readFileSync(path.join(before, 'pg_wal', segment)).fill(0, end)
  writeFileSync(path.join(after, 'pg_wal', segment), flushed)
  rmSync(path.join(after, 'postmaster.pid'))
  await Promise.all(databases.splice(0).map((database) => database.close()))
  await server?.stop()

  await start(afterCut)
  expect((await query('select count(*)::int as count from kept')).rows).toEqual([{ count: 1000 }])
})

test.each(['global/pg_control', 'PG_VERSION'])(
  'B23 a database of which a power cut left %s empty is never replaced by an empty one: the start fails',
  async (name) => {
    copyPrepared()
    const file = path.join(folder, 'postgres', name)
    truncateSync(file)
    await expect(start()).rejects.toThrow(DatabaseStartError)
    expect(readFileSync(file, 'utf8')).toBe('')
  },
)

test('files of a database server that was killed with its Atrium do not stop the next start, even if its process id is reused', async () => {
  copyPrepared()
  const running = await start()
  await query('create table kept as select 1 as one')
  await Promise.all(databases.splice(0).map((database) => database.close()))
  await running.stop()
  server = undefined
  // The note of a server whose id now belongs to a process of the server's own user.
  const { uid, gid } = statSync(path.join(folder, 'postgres'))
  const other = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {})
  const note = path.join(folder, 'postgres/postmaster.pid')
  writeFileSync(
    note,
    `${other.pid}\n${path.join(folder, 'postgres')}\n1700000000\n5432\n${path.join(folder, 'run')}\n\n 1234 5678\nready\n`,
  )
  const again = await start()
  expect((await query('select one from kept')).rows).toEqual([{ one: 1 }])
  expect(readFileSync(note, 'utf8').split('\n')[0]).toBe(String(again.pid()))
  other.kill()
})

test('OPS-01 a killed, not yet reaped database server does not prevent the next start', async () => {
  copyPrepared()
  const { pid } = await start()
  await query('create table kept as select 1 as one')
  await server?.stop()
  server = undefined
  // A zombie: its parent has become `sleep` before it ends, which never waits for children. A shell might have reaped it.
  const { uid, gid } = statSync(path.join(folder, 'postgres'))
  const parent = spawn(
    'sh',
    ['-c', '(until grep -q sleep /proc/$$/comm; do :; done) & echo $!; exec sleep 60'],
    process.getuid?.() === 0 ? { uid, gid } : {},
  )
  const [printed] = (await once(parent.stdout, 'data')) as [Buffer]
  const ended = Number(String(printed).trim())
  await expect.poll(() => readFileSync(`/proc/${ended}/status`, 'utf8')).toMatch(/^State:\s+Z/m)
  const note = path.join(folder, 'postgres/postmaster.pid')
  writeFileSync(
    note,
    `${ended}\n${path.join(folder, 'postgres')}\n1700000000\n5432\n${path.join(folder, 'run')}\n\n 1234 5678\nready\n`,
  )
  writeFileSync(path.join(folder, 'run/.s.PGSQL.5432.lock'), `${ended}\n${path.join(folder, 'postgres')}\n`)
  const again = await start()
  expect(again.pid()).not.toBe(pid())
  expect((await query('select one from kept')).rows).toEqual([{ one: 1 }])
  parent.kill()
})

test('a folder with a long path works: the socket is in another, private folder', async () => {
  chmodSync(folder, 0o755)
  const long = path.join(folder, 'a-folder-with-a-rather-long-name'.repeat(3))
  mkdirSync(long, { recursive: true })
  copyPrepared(long)
  const { address } = await start(long)
  expect(address.host.startsWith(long)).toBe(false)
  expect(statSync(address.host).mode & 0o777).toBe(0o700)
  expect((await query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a start killed during initdb starts over', async () => {
  mkdirSync(path.join(folder, 'postgres.unfinished'))
  writeFileSync(path.join(folder, 'postgres.unfinished/half'), 'x')
  await start()
  expect(existsSync(path.join(folder, 'postgres.unfinished'))).toBe(false)
})

test.runIf(process.getuid?.() === 0)(
  'as root below a closed folder, the database moves to a folder that its user can reach',
  async () => {
    chmodSync(folder, 0o755)
    const dataDir = path.join(folder, 'data')
    await start(dataDir)
    await query('create table kept as select 1 as one')
    await Promise.all(databases.splice(0).map((database) => database.close()))
    await server?.stop()
    // The checkout was moved below /root, for example, with its data.
    chmodSync(folder, 0o700)
    await start(dataDir)
    const note: unknown = JSON.parse(readFileSync(path.join(dataDir, 'postgres-is-elsewhere.json'), 'utf8'))
    const { cluster } = note as { cluster: string }
    expect(existsSync(path.join(cluster, 'PG_VERSION'))).toBe(true)
    expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false)
    expect((await query('select one from kept')).rows).toEqual([{ one: 1 }])
    await Promise.all(databases.splice(0).map((database) => database.close()))
    await server?.stop()
    server = undefined
    rmSync(path.dirname(cluster), { recursive: true })
  },
)

const container = ['unshare', '--net', '--pid', '--ipc', '--mount', '--fork', '--kill-child', '--mount-proc']
const hasNamespaces = spawnSync(container[0] as string, [...container.slice(1), 'true']).status === 0

test.runIf(hasNamespaces)(
  'B21 OPS-01 a database server that survived its Atrium in another container is left alone, with its pid file',
  async () => {
    copyPrepared()
    const program = `
      const { startPostgres } = await import('${import.meta.dirname}/index.ts')
      const { createLog } = await import('${import.meta.dirname}/../log.ts')
      await startPostgres({ dataDir: '${folder}', log: createLog({ level: 'silent' }) })
      process.kill(process.pid, 'SIGKILL')`
    const script = `"$0" --input-type=module -e "$1"; echo gone; sleep 600`
    const [first, ...rest] = [...container, 'sh', '-c', script, process.execPath, program]
    const other = spawn(first as string, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
    const [printed] = await once(other.stdout, 'data')
    expect(String(printed)).toContain('gone')
    const note = readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8')
    await expect(start()).rejects.toThrow(ClusterInUseError)
    expect(readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8')).toBe(note)

    // Its socket no longer responds: only the lock shows that it is running.
    rmSync(path.join(folder, 'run'), { recursive: true })
    await expect(start()).rejects.toThrow(ClusterInUseError)
    expect(readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8')).toBe(note)

    other.kill('SIGKILL')
    await once(other, 'exit')
    expect((await start()).adopted).toBe(false)
    expect((await query('select 1 as one')).rows).toEqual([{ one: 1 }])
  },
)

// That user must be able to read this checkout, which is not the case on every machine.
const canBeNobody = process.getuid?.() === 0 && canEnter({ uid: 65534, gid: 65534 }, import.meta.dirname)
test.runIf(canBeNobody)('for an ordinary user, it runs as that user', async () => {
  const home = mkdtempSync(path.join('/var/tmp', 'pg-user-'))
  const { uid, gid } = { uid: 65534, gid: 65534 }
  chmodSync(home, 0o777)
  const program = `
    const { startPostgres } = await import('${import.meta.dirname}/index.ts')
    const { createLog } = await import('${import.meta.dirname}/../log.ts')
    const server = await startPostgres({ dataDir: '${home}/data', log: createLog({ level: 'silent' }) })
    await server.stop()
    console.log('done')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    uid,
    gid,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += String(chunk)))
  await once(child, 'close')
  expect(output).toContain('done')
  expect(statSync(path.join(home, 'data/postgres')).uid).toBe(uid)
  rmSync(home, { recursive: true })
})
