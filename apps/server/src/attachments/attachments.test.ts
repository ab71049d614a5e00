import { type AttachmentType, contract, type FileId, mintId } from '@atrium/contract'
import { call, readEvents, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { jpeg, jpegSegment, jpegWith, png } from '../files/pictures/pictures-for-tests.ts'
import { sweepFiles } from '../files/files.module.ts'

let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
})
beforeEach(() => {
  world.model.reset()
  world.model.script('*', [{ text: 'A teapot.' }, { finish: 'stop' }])
})
afterAll(() => world.close())

const offered = async (filename = 'tea.png', type: AttachmentType = 'image/png', person = kim) =>
  (
    await call('getAttachmentForm', person.api, {
      query: { filename, 'content-type': type },
    })
  ).data
async function post({ url, fields }: { url: string; fields: Record<string, string> }, bytes: Buffer) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(bytes)]), 'x')
  return await fetch(new URL(url, world.url), { method: 'POST', body: form })
}
async function uploaded(bytes: Buffer = png, filename?: string, type?: AttachmentType): Promise<FileId> {
  const form = await offered(filename, type)
  expect((await post(form, bytes)).status).toBeLessThan(300)
  return form.file_id
}
const question = (attachments: FileId[], text = 'What is on it?') => ({
  ask: { kind: 'question' as const, messageId: mintId('message'), text, attachments },
})
async function ask(attachments: FileId[], more: Parameters<TestPerson['ask']>[1] = {}) {
  const asked = await kim.ask('', { modelId: 'test-seeing', ...question(attachments), ...more })
  if (asked.response.ok) await readEvents(asked.response)
  return asked
}
const lastBody = () =>
  JSON.stringify(
    world.model.requests().find(({ body }) => JSON.stringify(body).includes('in the room'))?.body,
  )
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code
const bytesOf = (id: FileId, person = kim) =>
  send(contract.openAttachment, person.api, { params: { fileId: id } })

test.each(['test-seeing', 'test-responses', 'test-messages'])(
  "ANS-05 a picture is sent to %s in its provider's form, and is shown with its question",
  async (modelId) => {
    const id = await uploaded()
    const { chatId, response } = await ask([id], { modelId })
    expect(response.status).toBe(200)
    expect(lastBody()).toContain(png.toString('base64'))
    const { message } = await call('getChat', kim.api, { params: { chatId } })
    expect(message.turns[0]).toMatchObject({
      state: 'answered',
      question: { attachments: [{ id, name: 'tea.png', contentType: 'image/png', sizeBytes: png.length }] },
    })
    expect(Buffer.from(await (await bytesOf(id)).arrayBuffer())).toEqual(png)
  },
)

test('ANS-05 later questions and other answers get the picture again; a model without vision gets a note of it', async () => {
  const { chatId, turnId } = await ask([await uploaded()])
  world.model.reset()
  world.model.script('*', [{ text: 'Blue.' }, { finish: 'stop' }])
  const next = await kim.ask('Which colour?', { chatId, parentTurnId: turnId, modelId: 'test-seeing' })
  await readEvents(next.response)
  expect(lastBody()).toContain(png.toString('base64'))
  world.model.reset()
  world.model.script('*', [{ text: 'I cannot see it.' }, { finish: 'stop' }])
  await readEvents(
    (await kim.ask('', { chatId, ask: { kind: 'regenerate', turnId }, modelId: 'test-seeing' })).response,
  )
  expect(lastBody()).toContain(png.toString('base64'))
  world.model.reset()
  world.model.script('*', [{ text: 'No.' }, { finish: 'stop' }])
  await readEvents((await kim.ask('Sure?', { chatId, parentTurnId: turnId, modelId: 'test-model' })).response)
  expect(lastBody()).not.toContain(png.toString('base64'))
  expect(lastBody()).toContain('that you cannot see')
})

test('ANS-05 a model without vision is not asked with a picture; Auto chooses one with vision', async () => {
  const id = await uploaded()
  expect(await codeOf((await ask([id], { modelId: 'test-model' })).response)).toBe('PICTURES_NOT_SEEN')
  const { chatId } = await ask([id], { modelId: 'auto' })
  const { message } = await call('getChat', kim.api, { params: { chatId } })
  expect(['test-seeing', 'test-responses', 'test-messages']).toContain(message.turns[0]?.modelId)
})

test("ANS-05 F11 a photograph's location is removed", async () => {
  const id = await uploaded(
    jpegWith(jpegSegment(0xe1, 'Exif\0\0GPS 48.85 N'), jpegSegment(0xfe, 'by Kim')),
    'Photo.JPG',
    'image/jpeg',
  )
  const kept = Buffer.from(await (await bytesOf(id)).arrayBuffer())
  expect(kept.includes('GPS') || kept.includes('Kim')).toBe(false)
  expect(kept.length).toBe(jpeg.length)
})

test.each([
  ['a page', Buffer.from('<html><script>alert(1)</script>')],
  ['a picture of another type', jpeg],
  ['cut short', png.subarray(0, -4)],
  ['too large', Buffer.concat([png, Buffer.alloc(4_000_000)])],
  ['nothing', Buffer.alloc(0)],
])('ANS-05 a file that is %s is refused, and nothing of it is kept', async (_about, bytes) => {
  const form = await offered()
  expect((await post(form, bytes)).status).toBeGreaterThanOrEqual(400)
  expect((await bytesOf(form.file_id)).status).toBe(404)
  expect(await codeOf((await ask([form.file_id])).response)).toBe('NOT_FOUND')
})

test("ANS-05 a form works once, its extension must match, and other people's pictures can be neither seen nor attached", async () => {
  const form = await offered()
  expect((await post(form, png)).status).toBeLessThan(300)
  expect((await post(form, png)).status).toBe(403)
  await expect(offered('tea.svg')).rejects.toThrow('FILE_NOT_SUPPORTED')
  await expect(offered('tea.jpg')).rejects.toThrow('FILE_NOT_SUPPORTED')
  const bo = await world.signUp({ name: 'Bo Example' })
  expect((await bytesOf(form.file_id, bo)).status).toBe(404)
  const { response } = await bo.ask('', { modelId: 'test-seeing', ...question([form.file_id]) })
  expect(await codeOf(response)).toBe('NOT_FOUND')
  expect((await ask(Array.from({ length: 11 }, () => form.file_id))).response.status).toBe(400)
})

test('ANS-05 a picture without a question is erased after a day, an attached one stays', async () => {
  const [kept, left] = [await uploaded(), await uploaded()]
  await ask([kept])
  await sql`update attachment set requested_at = now() - interval '25 hours'`.execute(world.database.kysely)
  await sql`insert into pgboss.job (name, data) values (${sweepFiles.name}, '{}')`.execute(
    world.database.kysely,
  )
  await vi.waitFor(async () => expect((await bytesOf(left)).status).toBe(404), {
    timeout: 60_000,
    interval: 300,
  })
  expect((await bytesOf(kept)).status).toBe(200)
})

test('KB-03 documents of a question may be as large as the plan allows, each and together', async () => {
  const megabyte = 1024 * 1024
  const query = { filename: 'long.txt', 'content-type': 'text/plain' as const }
  const tooLarge = await send(contract.getAttachmentForm, kim.api, {
    query: { ...query, size: 100 * megabyte + 1 },
  })
  expect(await tooLarge.json()).toMatchObject({ code: 'FILE_TOO_LARGE', details: { megabytes: 100 } })
  // Above the attachment limit that applied before plans had one.
  const { data: form } = await call('getAttachmentForm', kim.api, {
    query: { ...query, size: String(26 * megabyte) },
  })
  expect((await post(form, Buffer.alloc(26 * megabyte, 'tea '))).status).toBe(204)

  const { data: other } = await call('getAttachmentForm', kim.api, { query })
  expect((await post(other, Buffer.from('Tea.'))).status).toBe(204)
  const ids = [form.file_id, other.file_id]
  await sql`update attachment set size_bytes = ${51 * megabyte} where id = any(${ids}::text[])`.execute(
    world.database.kysely,
  )
  const { response } = await kim.ask('', { modelId: 'test-model', ...question(ids) })
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({
    code: 'FILES_TOO_LARGE_TOGETHER',
    details: { megabytes: 100 },
  })
})
