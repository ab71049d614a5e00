import { type CanvasId, canvasSocketPath, limits } from '@atrium/contract'
import { call, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { Doc, encodeStateAsUpdate } from 'yjs'
import { openOverSocket } from '../canvases-for-tests.ts'

vi.setConfig({ testTimeout: 30_000 })

let world: World
let kim: TestPerson
let canvasId: CanvasId
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
  canvasId = (await call('createCanvas', kim.api, { body: { roomId: kim.roomId } })).message.canvasId
})
afterAll(() => world.close())
const sockets: WebSocket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})

/** A socket of a program that follows no rules, with the code that ended it. */
async function openSocket(): Promise<{ socket: WebSocket; closed: Promise<number> }> {
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/stream${canvasSocketPath}`, {
    origin: world.url,
  })
  sockets.push(socket)
  socket.on('error', () => undefined)
  const closed = new Promise<number>((resolve) => void socket.on('close', resolve))
  await new Promise((resolve) => void socket.on('open', resolve))
  return { socket, closed }
}

/** An update in a message of the sync protocol. */
function updateMessage(): Buffer {
  const doc = new Doc()
  doc.getText('default').insert(0, 'early')
  const update = Buffer.from(encodeStateAsUpdate(doc))
  const name = Buffer.from(`${kim.accountId}/${canvasId}`)
  return Buffer.concat([Buffer.from([name.length]), name, Buffer.from([0, 2, update.length]), update])
}
const updates = async () =>
  (
    await sql<{ count: number }>`
      select count(*)::int as count from canvas_update where canvas_id = ${canvasId}`.execute(
      world.database.kysely,
    )
  ).rows[0]?.count

test('CANV-02 W03 updates that arrive before the person is known are never applied', async () => {
  const { socket } = await openSocket()
  for (let count = 0; count < 20; count++) socket.send(updateMessage())
  // A later opening of the same document sees nothing of them.
  const hers = openOverSocket(kim, canvasId)
  await vi.waitFor(() => expect(hers.isReady()).toBe(true), { timeout: 10_000 })
  hers.write('in order')
  await vi.waitFor(() => expect(hers.isSaved()).toBe(true), { timeout: 10_000 })
  expect(hers.texts()).toEqual(['in order'])
  expect(await updates()).toBe(1)
  hers.close()
})

test('CANV-02 W07 a frame beyond the limit ends its connection, without a word of it being read', async () => {
  const { socket, closed } = await openSocket()
  socket.send(Buffer.alloc(limits.canvasMessageBytes + 1))
  expect(await closed).toBe(1009)
})

test('CANV-02 W07 thousands of tiny frames in a moment end the connection', async () => {
  const { socket, closed } = await openSocket()
  for (let count = 0; count < 4_000 && socket.readyState === WebSocket.OPEN; count++)
    socket.send(Buffer.from([0]))
  expect([1006, 1008, 4401, 4403]).toContain(await closed)
})
