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
import { oneOf, type Random, seededRandom } from '@atrium/testkit/fuzz.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import {
  Doc,
  encodeStateAsUpdate,
  encodeStateVector,
  snapshot,
  snapshotContainsUpdate,
  XmlElement,
  XmlText,
} from 'yjs'
import { inSystem } from '../../platform/database/index.ts'
import { type OpenedCanvas, openOverSocket } from '../canvases-for-tests.ts'
import { applyStored, readUpdates } from './stored-document.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

/** `ATRIUM_CANVAS_SEED=7 npx vitest run …` repeats a run: the operations are the same, their timing differs. */
const seed = Number(process.env['ATRIUM_CANVAS_SEED'] ?? Math.floor(Math.random() * 1e9))
const operations = Number(process.env['ATRIUM_CANVAS_OPERATIONS'] ?? 1_000)

let database: TestDatabase
let inbox: MailInbox
let processes: [AtriumProcess, AtriumProcess]
let kim: TestPerson
let grace: TestPerson

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseHost'))
  inbox = await startMailInbox()
  processes = [await startProcess(), await startProcess()]
  kim = await signUp({ url: processes[0].url, inbox })
  grace = await signUp({ url: processes[1].url, inbox }, { withAccount: false })
  await sql`insert into membership (account_id, user_id, role) values (${kim.accountId}, ${grace.userId}, 'member')`.execute(
    database.database.kysely,
  )
})
afterAll(async () => {
  for (const running of processes) running.kill('SIGTERM')
  await Promise.all(processes.map(({ ended }) => ended))
  await inbox.close()
  await database.drop()
})
const opened: OpenedCanvas[] = []
afterEach(() => {
  for (const canvas of opened.splice(0)) canvas.close()
})

const startProcess = (port?: number) =>
  startAtriumProcess({
    database,
    environment: { SMTP_URL: `smtp://127.0.0.1:${inbox.smtpPort}` },
    ...(port !== undefined && { port }),
  })
/** Kills a process without warning; resolves once another one serves its address. */
async function restart(index: 0 | 1): Promise<void> {
  const { url, ended } = processes[index]
  processes[index].kill('SIGKILL')
  await ended
  processes[index] = await startProcess(Number(new URL(url).port))
}
const until = (condition: () => unknown, timeout = 40_000) =>
  vi.waitFor(() => expect(condition(), opened.map((canvas) => canvas.status()).join('\n')).toBeTruthy(), {
    timeout,
    interval: 20,
  })
async function newCanvas(markdown = ''): Promise<CanvasId> {
  const body = { roomId: kim.roomId, markdown }
  const { canvasId } = (await call('createCanvas', kim.api, { body })).message
  await call('shareCanvas', kim.api, { body: { canvasId, share: 'edit' } })
  return canvasId
}
/** Kim is at the first process, Grace at the second. */
const open = (person: TestPerson, canvasId: CanvasId) => {
  const canvas = openOverSocket(person, canvasId, { accountId: kim.accountId })
  opened.push(canvas)
  return canvas
}
/** What the database has of a canvas, as a process reads it that opens it first. */
async function stored(canvasId: CanvasId): Promise<Doc> {
  const key = { accountId: kim.accountId, canvasId }
  const { updates } = await inSystem(database.database, (trx) => readUpdates(trx, key, -1))
  const doc = new Doc()
  expect(applyStored(doc, updates, null)).toBe(0)
  return doc
}
const xmlOf = (doc: Doc) => doc.getXmlFragment('default').toJSON()

const words = ['tea', 'café ', '茶', 'شاي ', 'e\u0301', '👩🏽‍🌾', ' ', '#{x}#', '<b>', '**']

/** Where a text can be divided: editors never divide the two halves of a character beyond the Basic Multilingual Plane. */
function edgesOf(text: XmlText): number[] {
  const delta = text.toDelta() as { insert: string }[]
  let at = 0
  return [0, ...[...delta.map(({ insert }) => insert).join('')].map((character) => (at += character.length))]
}

const sources = ['x_1', '\\frac{a}{b}', 'a | b', 'mc^2', '\\text{شاي}']

/** Adds a formula after a text, or changes or deletes the one that is there. */
function changeFormula(block: XmlElement, text: XmlText, random: Random): void {
  const index = block.toArray().indexOf(text) + 1
  const next = block.get(index)
  if (next instanceof XmlElement && random() < 0.3) return block.delete(index, 1)
  const formula = next instanceof XmlElement ? next : new XmlElement('formula')
  formula.setAttribute('source', oneOf(random, sources))
  if (formula !== next) block.insert(index, [formula, new XmlText(oneOf(random, words))])
}

/** Changes a document as an editor does: writes, deletes, formats, and adds, removes or changes blocks. */
function changeAtRandom(doc: Doc, random: Random): void {
  const fragment = doc.getXmlFragment('default')
  const upTo = (max: number) => Math.floor(random() * max)
  doc.transact(() => {
    const blocks = fragment.toArray().filter((node) => node instanceof XmlElement)
    const block = blocks[upTo(blocks.length)]
    const text = block?.get(0)
    const kind = random()
    if (!(text instanceof XmlText) || kind < 0.12) {
      const isHeading = random() < 0.3
      const added = new XmlElement(isHeading ? 'heading' : 'paragraph')
      if (isHeading) added.setAttribute('level', String(1 + upTo(3)))
      added.insert(0, [new XmlText(oneOf(random, words))])
      fragment.insert(upTo(fragment.length + 1), [added])
    } else if (kind < 0.17) fragment.delete(upTo(fragment.length), 1)
    else if (block && kind < 0.23) changeFormula(block, text, random)
    else {
      const edges = edgesOf(text)
      const start = upTo(edges.length)
      const from = edges[start] ?? 0
      const length = (edges[Math.min(edges.length - 1, start + 1 + upTo(5))] ?? from) - from
      if (kind < 0.37) text.delete(from, length)
      else if (kind < 0.5) {
        const mark = oneOf(random, ['bold', 'italic', 'code'])
        text.format(from, length, { [mark]: random() < 0.5 ? {} : null })
      } else text.insert(from, oneOf(random, words))
    }
  })
}

test(`B61 I9 CANV-02 ${operations} random operations of 5 clients at two processes, with kills and reconnects: all copies and the stored text are equal, and no saved change is lost`, async () => {
  console.log(`canvas convergence: ATRIUM_CANVAS_SEED=${seed}`)
  const random = seededRandom(seed)
  const canvasId = await newCanvas('# Tea\n\nat four.')
  const clients = [kim, kim, kim, grace, grace].map((person) => open(person, canvasId))
  await until(() => clients.every((client) => client.isReady()))
  /** What each client had when it said 'Saved' last. */
  const saved = new Map<OpenedCanvas, Uint8Array>()
  const remember = () => {
    for (const client of clients) if (client.isSaved()) saved.set(client, encodeStateAsUpdate(client.doc))
  }
  let checks = 0
  const expectSavedStored = async () => {
    const acknowledged = [...saved.values()]
    const state = snapshot(await stored(canvasId))
    for (const update of acknowledged) {
      checks += 1
      expect(snapshotContainsUpdate(state, update), `seed ${seed}`).toBe(true)
    }
  }
  const offline = new Set<OpenedCanvas>()
  let restarting = Promise.resolve()
  for (let count = 0; count < operations; count++) {
    const client = oneOf(random, clients)
    changeAtRandom(client.doc, random)
    if (random() < 0.02) {
      const moved = oneOf(random, clients)
      if (offline.delete(moved)) moved.connect()
      else {
        moved.disconnect()
        offline.add(moved)
      }
    }
    // One process is killed every 300 operations, amid traffic: nobody has waited for anything.
    if (count % 300 === 120) {
      await restarting
      remember()
      const index = random() < 0.5 ? 0 : 1
      const isDown = restart(index)
      await processes[index].ended
      await expectSavedStored()
      restarting = isDown
    }
    if (count % 300 === 200) await restarting
    if (count % 10 === 9) {
      // Traffic goes on while clients write: the next operations wait until one of them has a reply.
      const [waiting] = clients.filter((one) => !offline.has(one) && one.isReady())
      const isUp = count % 300 < 120 || count % 300 > 200
      if (isUp && waiting) await until(() => waiting.isSaved())
      remember()
    }
  }
  await restarting
  for (const client of offline) client.connect()
  await until(() => clients.every((client) => client.isSaved()))
  const [first] = clients
  if (!first) throw new Error('There is no client.')
  await until(() => clients.every(({ doc }) => xmlOf(doc) === xmlOf(first.doc)))
  for (const { doc } of clients) expect(encodeStateVector(doc)).toEqual(encodeStateVector(first.doc))
  remember()
  await expectSavedStored()
  const kept = await stored(canvasId)
  expect(xmlOf(kept)).toBe(xmlOf(first.doc))
  expect(encodeStateVector(kept)).toEqual(encodeStateVector(first.doc))
  const markdown = markdownOf(first.doc)
  expect(markdown).toMatch(/\$.+\$|\\\(.+\\\)/)
  expect(markdown.length).toBeGreaterThan(50)
  await vi.waitFor(
    async () => {
      const found = await sql<{
        markdown: string
      }>`select markdown from canvas where id = ${canvasId}`.execute(database.database.kysely)
      expect(found.rows[0]?.markdown).toBe(markdown)
    },
    { timeout: 30_000 },
  )
  expect(checks).toBeGreaterThanOrEqual(15)
})

test('B63 CANV-02 processes that restart while people have a canvas open double none of its content', async () => {
  const canvasId = await newCanvas('# Tea\n\nat four.')
  const clients = [kim, grace, grace].map((person) => open(person, canvasId))
  await until(() => clients.every((client) => client.isReady()))
  const written = ['Tea', 'at four.']
  for (let round = 0; round < 3; round++) {
    for (const [index, client] of clients.entries()) {
      const text = `round ${round} by client ${index}`
      written.push(text)
      client.write(text)
    }
    await (round === 2 ? Promise.all([restart(0), restart(1)]) : restart(round === 0 ? 0 : 1))
    await until(() => clients.every((client) => client.isSaved() && client.texts().length === written.length))
    for (const client of clients) expect(client.texts().toSorted()).toEqual(written.toSorted())
  }
  const after = open(grace, canvasId)
  await until(after.isReady)
  expect(after.texts()).toEqual(clients[0]?.texts())
})
