import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { contract } from '@atrium/contract'
import { call, checkInvariants, readEvents, send, startWorld, textOf, type World } from '@atrium/testkit'
import { templateName } from '@atrium/testkit/database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, migrate } from '../database/index.ts'
import { createLog } from '../log.ts'
import { type BuiltInPostgres, startPostgres } from './index.ts'

const log = createLog({ level: 'silent' })
const onServer = async (host: string, statement: string) => {
  const server = connect({ host, user: 'atrium', database: 'postgres' }, { log, maxConnections: 1 })
  try {
    return (await server.pool.query<Record<string, string>>(statement)).rows[0]
  } finally {
    await server.close()
  }
}

let folder: string
let primary: BuiltInPostgres
let replica: BuiltInPostgres
let world: World
/** The address that Atrium knows: a link to the folder of one of the servers' sockets, as a name of a cluster is moved. */
let host: string

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'failover-'))
  // Otherwise the databases move to where an unprivileged user reaches them.
  chmodSync(folder, 0o755)
  host = path.join(folder, 'current')
  const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')]
  const settings = { wal_level: 'replica', max_wal_senders: '4', hot_standby: 'on' }
  primary = await startPostgres({ dataDir: first, log, settings })
  moveTo(primary)
  await onServer(host, `create database ${templateName}`)
  const template = connect({ host, user: 'atrium', database: templateName }, { log })
  await migrate(template.pool, { log })
  await template.close()
  await primary.stop()
  execFileSync('cp', ['-a', first, second])
  writeFileSync(path.join(second, 'postgres/standby.signal'), '')
  primary = await startPostgres({
    dataDir: first,
    log,
    settings: { ...settings, synchronous_standby_names: '*' },
  })
  moveTo(primary)
  replica = await startPostgres({
    dataDir: second,
    log,
    settings: { ...settings, primary_conninfo: `host=${primary.address.host} user=atrium` },
  })
  world = await startWorld({ databaseHost: host, logTo: { write: () => undefined } })
})
afterAll(async () => {
  try {
    await world.close()
  } finally {
    await replica.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

function moveTo({ address }: BuiltInPostgres) {
  symlinkSync(address.host, `${host}.new`)
  renameSync(`${host}.new`, host)
}

const withinTime = { timeout: 30_000 }

test('B15 after a failover to a replica that lags, no acknowledged question or sign-out is lost, and nothing is read from the replica before', async () => {
  const [kim, mira] = [await world.signUp(), await world.signUp()]
  const { lsn } = (await onServer(host, 'select pg_current_wal_lsn() as lsn')) ?? {}
  const behind = `select greatest(pg_lsn '${lsn}' - pg_last_wal_replay_lsn(), 0)::text as bytes`
  await expect.poll(() => onServer(replica.address.host, behind), withinTime).toEqual({ bytes: '0' })
  await onServer(replica.address.host, 'select pg_wal_replay_pause()')
  world.model.script('test-model', [{ text: 'Tea.' }, { finish: 'stop' }])
  const { response, chatId, turnId } = await kim.ask('Which is older?')
  expect(textOf((await readEvents(response)).events)).toBe('Tea.')
  await call('signOut', mira.api, { body: {} })

  const stopped = primary.stop()
  process.kill(primary.pid(), 'SIGQUIT')
  await stopped
  moveTo(replica)
  // It still has Mira's session, and the credits before the question.
  await expect.poll(async () => (await fetch(`${world.url}/readyz`)).status, withinTime).toBe(503)
  expect((await send(contract.listHistory, kim.api, { query: {} })).status).toBe(503)
  expect((await send(contract.refreshToken, mira.api, {})).status).toBe(503)

  await onServer(replica.address.host, 'select pg_promote()')
  await expect.poll(async () => (await fetch(`${world.url}/readyz`)).status, withinTime).toBe(200)
  expect((await send(contract.listHistory, mira.api, { query: {} })).status).toBe(401)
  const { message } = await call('getChat', kim.api, { params: { chatId } })
  expect(message).toMatchObject({ turns: [{ turnId, state: 'answered' }] })
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
})
