import { markdownOf } from '@atrium/canvas'
import type { CanvasId } from '@atrium/contract'
import { type MailInbox, startMailInbox } from '@atrium/sandbox'
import {
  type AtriumProcess,
  call,
  createTestDatabase,
  signUp,
  startAtriumProcess,
  type TestDatabase,
  type TestPerson,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { applyUpdate, Doc, encodeStateAsUpdate, XmlElement, type XmlFragment, XmlText } from 'yjs'
import { inSystem } from '../../platform/database/index.ts'
import { type OpenedCanvas, openOverSocket } from '../canvases-for-tests.ts'
import { applyStored, readUpdates } from './stored-document.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const clientCount = 5
const operationCount = 1_000
/** Another run repeats its operations with CANVAS_SEED. */
const seed = Number(process.env['CANVAS_SEED'] ?? Date.now() % 1_000_000)

let database: TestDatabase
let inbox: MailInbox
let server: AtriumProcess
let kim: TestPerson

const start = (port?: number) =>
  startAtriumProcess({
    database,
    ...(port !== undefined && { port }),
    environment: { SMTP_URL: `smtp://127.0.0.1:${inbox.smtpPort}` },
  })
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseHost'))
  inbox = await startMailInbox()
  server = await start()
  kim = await signUp({ url: server.url, inbox })
})
afterAll(async () => {
  server.kill('SIGTERM')
  await server.ended
  await inbox.close()
  await database.drop()
})

/** Numbers from 0 up to 1 in an order that the seed determines (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const fragmentOf = ({ doc }: OpenedCanvas): XmlFragment => doc.getXmlFragment('default')
const textsOf = (fragment: XmlFragment): XmlText[] =>
  fragment
    .toArray()
    .flatMap((node) => (node instanceof XmlElement ? node.toArray() : []))
    .filter((node) => node instanceof XmlText)

/** One random edit: a new paragraph, typed or deleted letters, formatting, or a deleted paragraph. */
function edit(canvas: OpenedCanvas, random: () => number, number: number): void {
  const fragment = fragmentOf(canvas)
  const pick = (count: number) => Math.floor(random() * count)
  const texts = textsOf(fragment)
  const text = texts[pick(texts.length)]
  const kind = random()
  canvas.doc.transact(() => {
    if (!text || kind < 0.2) {
      const block = new XmlElement(random() < 0.2 ? 'heading' : 'paragraph')
      if (block.nodeName === 'heading') block.setAttribute('level', 2 as unknown as string)
      block.insert(0, [new XmlText(`block ${number}`)])
      fragment.insert(pick(fragment.length + 1), [block])
    } else if (kind < 0.7) text.insert(pick(text.length + 1), `<${number}>`)
    else if (kind < 0.85 && text.length > 0) text.delete(pick(text.length), Math.min(1, text.length))
    else if (kind < 0.93 && text.length > 1) text.format(0, pick(text.length), { bold: {} })
    else if (fragment.length > 5) fragment.delete(pick(fragment.length), 1)
  })
}

const until = (condition: () => unknown) =>
  vi.waitFor(() => expect(condition()).toBeTruthy(), { timeout: 60_000 })

async function storedDocument(canvasId: CanvasId): Promise<Doc> {
  const { updates } = await inSystem(database.database, (trx) =>
    readUpdates(trx, { accountId: kim.accountId, canvasId }, -1),
  )
  const doc = new Doc()
  expect(applyStored(doc, updates, null)).toBe(0)
  return doc
}

/** Expects that the database holds everything that clients held when they said 'Saved'. */
async function expectStored(canvasId: CanvasId, saved: readonly Uint8Array[]): Promise<void> {
  const stored = await storedDocument(canvasId)
  const before = stored.getXmlFragment('default').toJSON()
  for (const state of saved) applyUpdate(stored, state)
  expect(stored.getXmlFragment('default').toJSON()).toBe(before)
}

test('CANV-02 I9 1,000 random edits by five clients converge, whatever reconnects and whenever the server is killed', async () => {
  process.stdout.write(`canvas convergence: seed ${seed}\n`)
  const random = randomFrom(seed)
  const { canvasId } = (
    await call('createCanvas', kim.api, { body: { roomId: kim.roomId, markdown: '# Start\n\ntext' } })
  ).message
  const { port } = new URL(server.url)
  const clients = Array.from({ length: clientCount }, () => openOverSocket(kim, canvasId))
  try {
    await until(() => clients.every((client) => client.isReady()))
    const kills = new Set([350, 700])
    for (let number = 1; number <= operationCount; number++) {
      const client = clients[Math.floor(random() * clientCount)]
      if (!client) throw new Error('There are five.')
      edit(client, random, number)
      const event = random()
      if (event < 0.02) client.disconnect()
      else if (event < 0.06) for (const one of clients) one.connect()
      if (event > 0.9) await new Promise((resolve) => setImmediate(resolve))
      if (event > 0.98) {
        for (const one of clients) one.connect()
        await until(() => clients.every((one) => one.isSaved()))
      }
      if (!kills.has(number)) continue
      const saved = clients.filter((one) => one.isSaved()).map((one) => encodeStateAsUpdate(one.doc))
      server.kill('SIGKILL')
      await server.ended
      await expectStored(canvasId, saved)
      server = await start(Number(port))
    }
    for (const one of clients) one.connect()
    await until(() => clients.every((one) => one.isSaved()))
    const expected = () => fragmentOf(clients[0] as OpenedCanvas).toJSON()
    await until(() => clients.every((one) => fragmentOf(one).toJSON() === expected()))
    const stored = await storedDocument(canvasId)
    expect(stored.getXmlFragment('default').toJSON()).toBe(expected())
    // The text that searches and exports read follows within seconds.
    const written = markdownOf(stored)
    await vi.waitFor(
      async () => {
        const found = await sql<{ markdown: string }>`
          select markdown from canvas where id = ${canvasId}`.execute(database.database.kysely)
        expect(found.rows[0]?.markdown).toBe(written)
      },
      { timeout: 60_000, interval: 500 },
    )
  } finally {
    for (const client of clients) client.close()
  }
})
