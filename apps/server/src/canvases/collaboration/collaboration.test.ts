import {
  canvasFormat,
  type CanvasId,
  type CanvasShare,
  canvasSocketPath,
  limits,
  mintId,
} from '@atrium/contract'
import { MessageType, type onMessageParameters, type onOutgoingMessageParameters } from '@hocuspocus/provider'
import { inSystem } from '../../platform/database/index.ts'
import { call, colleagueOf, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { Doc, encodeStateAsUpdate, XmlElement, XmlText } from 'yjs'
import { type OpenedCanvas, openOverSocket } from '../canvases-for-tests.ts'

vi.setConfig({ testTimeout: 30_000 })

let world: World
let kim: TestPerson
let grace: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
afterAll(() => world.close())
beforeEach(async () => {
  kim = await world.signUp()
  grace = await colleagueOf(world, kim, { name: 'Grace Hopper' })
})

const opened: OpenedCanvas[] = []
afterEach(() => {
  for (const canvas of opened.splice(0)) canvas.close()
})
const open = (...[person, ...rest]: Parameters<typeof openOverSocket>) => {
  const canvas = openOverSocket(person, ...rest)
  opened.push(canvas)
  return canvas
}
const until = (condition: () => unknown) =>
  vi.waitFor(() => expect(condition()).toBeTruthy(), { timeout: 10_000 })
const share = (canvasId: CanvasId, to: CanvasShare) =>
  call('shareCanvas', kim.api, { body: { canvasId, share: to } })
async function canvasOf(person: TestPerson, to: CanvasShare = 'edit', markdown = ''): Promise<CanvasId> {
  const { message } = await call('createCanvas', person.api, { body: { roomId: person.roomId, markdown } })
  if (to !== 'none')
    await call('shareCanvas', person.api, { body: { canvasId: message.canvasId, share: to } })
  return message.canvasId
}
const stored = async (canvasId: CanvasId) =>
  (
    await sql<{ updates: number; markdown: string }>`
      select (select count(*)::int from canvas_update where canvas_id = canvas.id) as updates, markdown
      from canvas where id = ${canvasId}`.execute(world.database.kysely)
  ).rows[0]

test('CANV-02 two people see what the other writes, and a canvas begins with the text that it was made of', async () => {
  const canvasId = await canvasOf(kim, 'edit', '# Plan\n\nfirst')
  const [hers, his] = [open(kim, canvasId), open(grace, canvasId, { accountId: kim.accountId })]
  await until(() => hers.isReady() && his.isReady())
  expect(his.texts()).toEqual(['Plan', 'first'])
  hers.write('from Kim')
  his.write('from Grace')
  await until(() => hers.texts().length === 4 && his.texts().length === 4)
  expect(hers.texts()).toEqual(his.texts())
  await vi.waitFor(async () => expect((await stored(canvasId))?.markdown).toContain('from Grace'), {
    timeout: 15_000,
  })
})

test('CANV-02 what is acknowledged is stored in the database before', async () => {
  const canvasId = await canvasOf(kim, 'none')
  const hers = open(kim, canvasId)
  await until(hers.isReady)
  const released = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = inSystem(world.database, async (trx) => {
    await sql`select from canvas where id = ${canvasId} for update`.execute(trx)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  hers.write('important')
  await vi.waitFor(
    async () =>
      expect(
        (
          await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%update canvas set last_seq%'`.execute(
            world.database.kysely,
          )
        ).rows,
      ).toHaveLength(1),
    { timeout: 10_000 },
  )
  expect(hers.isSaved()).toBe(false)
  released.resolve()
  await holding
  await until(hers.isSaved)
  expect((await stored(canvasId))?.updates).toBeGreaterThan(0)
})

test('CANV-02 edits made offline merge on return', async () => {
  const canvasId = await canvasOf(kim)
  const [hers, his] = [open(kim, canvasId), open(grace, canvasId, { accountId: kim.accountId })]
  await until(() => hers.isReady() && his.isReady())
  his.disconnect()
  await until(() => his.provider.configuration.websocketProvider.status === 'disconnected')
  hers.write('online')
  his.write('offline')
  expect(his.isSaved()).toBe(false)
  his.connect()
  await until(() => hers.texts().length === 2 && his.texts().length === 2)
  expect(new Set(hers.texts())).toEqual(new Set(['online', 'offline']))
  expect(hers.texts()).toEqual(his.texts())
})

test('CANV-02 changes and cursors reach the others and not their author; of many moves, the first and the last', async () => {
  const canvasId = await canvasOf(kim)
  const [hers, his] = [open(kim, canvasId), open(grace, canvasId, { accountId: kim.accountId })]
  await until(() => hers.isSaved() && his.isSaved())
  const received = new Set<number>()
  hers.provider.on('message', ({ message }: onMessageParameters) => {
    message.readVarString()
    received.add(message.readVarUint())
  })
  let moves = 0
  hers.provider.on('outgoingMessage', ({ message }: onOutgoingMessageParameters) => {
    if (message.type === MessageType.Awareness) moves += 1
  })
  const cursors = () =>
    [...(his.provider.awareness?.getStates().values() ?? [])].map((state) => state['cursor'] as unknown)
  for (let place = 1; place <= 50; place++) hers.provider.setAwarenessField('cursor', place)
  await until(() => cursors().includes(50))
  expect(moves).toBe(2)
  hers.write('from Kim')
  await until(() => his.texts().includes('from Kim') && hers.isSaved())
  expect([...received]).toEqual([MessageType.SyncStatus])
  // Whoever leaves the text has no cursor there.
  hers.provider.setAwarenessField('cursor', 51)
  const before = moves
  hers.provider.setAwarenessField('cursor', null)
  expect(moves).toBe(before + 1)
  await until(() => cursors().every((cursor) => typeof cursor !== 'number'))
})

test('CANV-01 whoever only views a canvas reads it live and changes nothing', async () => {
  const canvasId = await canvasOf(kim, 'view')
  const [hers, his] = [open(kim, canvasId), open(grace, canvasId, { accountId: kim.accountId })]
  await until(() => hers.isReady() && his.isReady())
  his.write('not allowed')
  hers.write('allowed')
  await until(() => his.texts().includes('allowed'))
  expect(hers.texts()).toEqual(['allowed'])
  await until(hers.isSaved)
  expect((await stored(canvasId))?.updates).toBe(1)
})

test.each([
  ['the canvas is no longer shared', (canvasId: CanvasId) => share(canvasId, 'none')],
  ['the canvas is deleted', (canvasId: CanvasId) => call('deleteCanvas', kim.api, { params: { canvasId } })],
  [
    'they leave the account',
    () => call('removeMember', kim.api, { params: { id: kim.accountId }, query: { userId: grace.userId } }),
  ],
])('CANV-02 W05 a person is disconnected within a second when %s', async (_, takeAccess) => {
  const canvasId = await canvasOf(kim)
  const his = open(grace, canvasId, { accountId: kim.accountId })
  await until(his.isReady)
  const startedAt = performance.now()
  await takeAccess(canvasId)
  await until(() => his.closeReasons.length > 0)
  expect(performance.now() - startedAt).toBeLessThan(1_500)
  await until(() => his.refusal() === 'not-found')
  his.write('too late')
  expect(his.isSaved()).toBe(false)
})

test('CANV-02 an editor who becomes a viewer is connected again as one', async () => {
  const canvasId = await canvasOf(kim)
  const his = open(grace, canvasId, { accountId: kim.accountId })
  await until(() => his.provider.authorizedScope === 'read-write')
  await share(canvasId, 'view')
  await until(() => his.provider.authorizedScope === 'readonly')
})

test('S11 ending the session ends the connection', async () => {
  const canvasId = await canvasOf(kim)
  const his = open(grace, canvasId, { accountId: kim.accountId })
  await until(his.isReady)
  await call('signOut', grace.api, { body: { everywhere: true } })
  await until(() => his.refusal() === 'not-found')
})

test('PERM-05 nobody opens a private canvas of another, one of another account, or one without a valid token', async () => {
  const canvasId = await canvasOf(kim, 'none')
  const stranger = await world.signUp()
  for (const canvas of [
    open(grace, canvasId, { accountId: kim.accountId }),
    open(stranger, canvasId, { accountId: kim.accountId }),
    open(stranger, canvasId),
    open(kim, mintId('canvas')),
    open(kim, canvasId, { token: () => 'not.a.token' }),
  ]) {
    await until(() => canvas.refusal() === 'not-found')
    expect(canvas.texts()).toEqual([])
  }
})

test('W01 a page of another site can’t open the socket', async () => {
  const refused = async (options: { origin?: string }, path = '/stream/canvas/collaboration') => {
    const socket = new WebSocket(world.url.replace('http', 'ws') + path, options)
    return await new Promise<number | undefined>((resolve) => {
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode))
      socket.on('open', () => resolve(undefined))
      socket.on('error', () => undefined)
    })
  }
  expect(await refused({ origin: 'https://evil.example' })).toBe(403)
  expect(await refused({})).toBe(403)
  expect(await refused({ origin: world.url }, '/stream/other')).toBe(404)
})

test('CANV-02 nobody appears under another name', async () => {
  const canvasId = await canvasOf(kim)
  const [hers, his] = [open(kim, canvasId), open(grace, canvasId, { accountId: kim.accountId })]
  await until(() => hers.isReady() && his.isReady())
  his.provider.setAwarenessField('user', { id: grace.userId, name: 'Grace Hopper' })
  await until(() =>
    JSON.stringify([...(hers.provider.awareness?.getStates().values() ?? [])]).includes(grace.userId),
  )
  his.provider.setAwarenessField('user', { id: kim.userId, name: 'Kim' })
  await until(() => his.closeReasons.length > 0)
  expect(JSON.stringify([...(hers.provider.awareness?.getStates().values() ?? [])])).not.toContain(kim.userId)
})

test('CANV-02 CANV-05 current-users are the people who have it open, each once', async () => {
  const canvasId = await canvasOf(kim)
  const current = async () =>
    (await call('listCanvasUsers', kim.api, { params: { canvasId } })).message.map(({ id }) => id)
  expect(await current()).toEqual([])
  const [first] = [
    open(kim, canvasId),
    open(kim, canvasId),
    open(grace, canvasId, { accountId: kim.accountId }),
  ]
  await vi.waitFor(
    async () => expect(new Set(await current())).toEqual(new Set([kim.userId, grace.userId])),
    { timeout: 5_000 },
  )
  expect((await current()).length).toBe(2)
  first?.close()
  opened.at(-1)?.close()
  await vi.waitFor(async () => expect(await current()).toEqual([kim.userId]), { timeout: 5_000 })
})

test('W07 a document that becomes too large is refused, and nothing of it is stored', async () => {
  const canvasId = await canvasOf(kim)
  await sql`update canvas set stored_bytes = 7999990 where id = ${canvasId}`.execute(world.database.kysely)
  const hers = open(kim, canvasId)
  await until(hers.isReady)
  hers.write('one more paragraph')
  await until(() => hers.closeReasons.includes('too-large'))
  expect(hers.isSaved()).toBe(false)
  expect((await stored(canvasId))?.updates).toBe(0)
})

test('W07 garbage is refused before it is stored', async () => {
  const canvasId = await canvasOf(kim)
  const hers = open(kim, canvasId)
  await until(hers.isReady)
  hers.provider.configuration.websocketProvider.send(Uint8Array.from([255, 1, 2, 3, 255, 255]))
  hers.write('after that')
  await until(() => hers.isSaved() && hers.texts().includes('after that'))
  const again = open(kim, canvasId)
  await until(again.isReady)
  expect(again.texts()).toEqual(['after that'])
})

/** A number as the protocol writes it: seven bits to a byte, the lowest first. */
const varUint = (value: number): number[] =>
  value < 128 ? [value] : [128 | (value & 127), ...varUint(value >>> 7)]
const varText = (text: string): number[] => {
  const bytes = [...Buffer.from(text)]
  return [...varUint(bytes.length), ...bytes]
}

/** A bare socket, and the frames of the protocol that a browser sends. */
async function bareSocket({ accountId }: TestPerson, canvasId: CanvasId, query = `?format=${canvasFormat}`) {
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/stream${canvasSocketPath}${query}`, {
    origin: world.url,
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  let isRefused = false
  socket.on('message', (data: Buffer) => (isRefused ||= /not-found|outdated/.test(data.toString())))
  await new Promise((resolve) => socket.on('open', resolve))
  const name = varText(`${accountId}/${canvasId}`)
  return {
    closed,
    isRefused: () => isRefused,
    authenticate: (token: string) =>
      socket.send(Buffer.from([...name, 2, 0, ...varText(token), ...varText('4')])),
    /** An update that adds a paragraph. */
    write(text: string) {
      const document = new Doc()
      const paragraph = new XmlElement('paragraph')
      paragraph.insert(0, [new XmlText(text)])
      document.getXmlFragment('default').push([paragraph])
      const update = encodeStateAsUpdate(document)
      socket.send(Buffer.from([...name, 0, 2, ...varUint(update.length), ...update]))
    },
    askWhoIsThere: () => socket.send(Buffer.from([...name, 3])),
    send: (bytes: Uint8Array) => socket.send(bytes),
    close: () => socket.terminate(),
  }
}

test('W03 CANV-02 updates that arrive before the rights are known change nothing without these rights', async () => {
  const canvasId = await canvasOf(kim, 'view')
  const stranger = await world.signUp()
  const [viewers, strangers] = [await bareSocket(kim, canvasId), await bareSocket(kim, canvasId)]
  for (const socket of [viewers, strangers]) for (let count = 0; count < 20; count++) socket.write('smuggled')
  viewers.authenticate(grace.api.token ?? '')
  strangers.authenticate(stranger.api.token ?? '')
  await until(strangers.isRefused)
  const hers = open(kim, canvasId)
  await until(hers.isReady)
  hers.write('allowed')
  await until(hers.isSaved)
  expect(hers.texts()).toEqual(['allowed'])
  expect((await stored(canvasId))?.updates).toBe(1)
  viewers.close()
  strangers.close()
})

test('W07 CANV-02 a frame that is too large and a flood of small ones close the connection, and others go on', async () => {
  const canvasId = await canvasOf(kim)
  const hers = open(kim, canvasId)
  await until(hers.isReady)
  const [large, flood] = [await bareSocket(kim, canvasId), await bareSocket(kim, canvasId)]
  large.send(new Uint8Array(limits.canvasMessageBytes + 1))
  expect(await large.closed).toBe(1009)
  flood.authenticate(kim.api.token ?? '')
  for (let count = 0; count < 10_000; count++) flood.askWhoIsThere()
  // By the limit of messages, or by that of messages that wait for the person to be known.
  expect([1008, 4205]).toContain(await flood.closed)
  hers.write('still here')
  await until(hers.isSaved)
  expect((await stored(canvasId))?.updates).toBe(1)
})

test('a page of an older version, which would delete formulas, opens no canvas', async () => {
  const canvasId = await canvasOf(kim, 'edit', 'So $x$.')
  const old = await bareSocket(kim, canvasId, '')
  old.authenticate(kim.api.token ?? '')
  await until(old.isRefused)
  old.close()
})

test('a hundred canvases that are opened at once all open, with few connections to the database', async () => {
  const people = [kim, grace, await colleagueOf(world, kim, { name: 'Lee' })]
  const canvasIds = await Promise.all(
    Array.from({ length: 100 }, (_, index) => canvasOf(kim, 'edit', `${index}`)),
  )
  const used: number[] = []
  const { pool } = world.app.ports.database
  pool.on('acquire', () => used.push(pool.totalCount - pool.idleCount))
  const canvases = canvasIds.map((canvasId, index) =>
    open(people[index % people.length] ?? kim, canvasId, { accountId: kim.accountId }),
  )
  await until(() => canvases.every((canvas) => canvas.isReady()))
  expect(canvases.map((canvas) => canvas.texts().join())).toEqual(canvasIds.map((_, index) => `${index}`))
  expect(Math.max(...used)).toBeLessThan(10)
})
