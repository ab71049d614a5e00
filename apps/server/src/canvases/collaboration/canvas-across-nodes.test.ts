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
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { type OpenedCanvas, openOverSocket } from '../canvases-for-tests.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

let database: TestDatabase
let inbox: MailInbox
let first: AtriumProcess
let second: AtriumProcess
let grace: TestPerson
let kim: TestPerson

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseHost'))
  inbox = await startMailInbox()
  first = await startNode()
  second = await startNode()
  grace = await signUp({ url: first.url, inbox }, { withAccount: false })
  kim = await signUp({ url: second.url, inbox })
  await sql`insert into membership (account_id, user_id, role) values (${kim.accountId}, ${grace.userId}, 'member')`.execute(
    database.database.kysely,
  )
})
afterAll(async () => {
  for (const node of [first, second]) node.kill('SIGTERM')
  await Promise.all([first.ended, second.ended])
  await inbox.close()
  await database.drop()
})
const opened: OpenedCanvas[] = []
afterEach(() => {
  for (const canvas of opened.splice(0)) canvas.close()
})

const startNode = () =>
  startAtriumProcess({ database, environment: { SMTP_URL: `smtp://127.0.0.1:${inbox.smtpPort}` } })
/** Grace is at the first process, Kim at the second. */
const open = (person: TestPerson, canvasId: CanvasId) => {
  const canvas = openOverSocket(person, canvasId, { accountId: kim.accountId })
  opened.push(canvas)
  return canvas
}
const until = (condition: () => unknown) =>
  vi.waitFor(() => expect(condition()).toBeTruthy(), { timeout: 20_000 })
async function newCanvas(): Promise<CanvasId> {
  const { canvasId } = (await call('createCanvas', kim.api, { body: { roomId: kim.roomId } })).message
  await call('shareCanvas', kim.api, { body: { canvasId, share: 'edit' } })
  return canvasId
}

test('CANV-02 two processes share one document: each sees what the other wrote, and who is there', async () => {
  const canvasId = await newCanvas()
  const [here, there] = [open(grace, canvasId), open(kim, canvasId)]
  await until(() => here.isReady() && there.isReady())
  here.write('by the first process')
  await until(() => there.texts().includes('by the first process'))
  there.write('by the second process')
  await until(() => here.texts().length === 2)
  expect(here.texts()).toEqual(there.texts())
  here.provider.setAwarenessField('user', { id: grace.userId, name: 'Grace' })
  await until(() =>
    JSON.stringify([...(there.provider.awareness?.getStates().values() ?? [])]).includes(grace.userId),
  )
  // Concurrent edits of both merge the same way.
  for (let count = 0; count < 20; count++) {
    here.write(`first ${count}`)
    there.write(`second ${count}`)
  }
  await until(() => here.texts().length === 42 && there.texts().length === 42)
  expect(here.texts()).toEqual(there.texts())
})

test('CANV-02 no acknowledged update is lost when a process is killed, and editing continues', async () => {
  const canvasId = await newCanvas()
  const writer = open(grace, canvasId)
  await until(writer.isReady)
  const written: string[] = []
  for (let count = 0; count < 30; count++) {
    written.push(`paragraph ${count}`)
    writer.write(`paragraph ${count}`)
    await until(writer.isSaved)
  }
  // Killed with an update in transit, which was not acknowledged.
  writer.write('on its way')
  first.kill('SIGKILL')
  await first.ended
  const after = open(kim, canvasId)
  await until(after.isReady)
  expect(after.texts()).toEqual(expect.arrayContaining(written))
  expect(after.texts().slice(0, written.length)).toEqual(written)

  // The client keeps unacknowledged updates and sends them again when a process is back.
  expect(writer.texts()).toContain('on its way')
  const { port } = new URL(first.url)
  first = await startAtriumProcess({
    database,
    port: Number(port),
    environment: { SMTP_URL: `smtp://127.0.0.1:${inbox.smtpPort}` },
  })
  await until(() => writer.isSaved() && after.texts().includes('on its way'))
  expect(after.texts()).toEqual(writer.texts())
})
