import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import multipart from '@fastify/multipart'
import { limits, mintId, type UploadForm } from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { insertMember, openTestAccount, type TestAccount, testPlans } from '@atrium/testkit/people.ts'
import { buildRoutesApp, callAs } from '@atrium/testkit/routes-app.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { accountBindings } from '../accounts/index.ts'
import { createTestClock, type TestClock } from '../platform/clock.ts'
import { Secret } from '../platform/config/secret.ts'
import { createDiskStorage } from '../platform/storage/index.ts'
import { fileBindings, findLogo } from './index.ts'
import { jpeg, jpegSegment, jpegWith, png, pngChunk, pngWith } from './pictures/pictures-for-tests.ts'

let testDatabase: TestDatabase
let app: FastifyInstance
let folder: string
let clock: TestClock
let mine: TestAccount
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'))
  const { database } = testDatabase
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-files-'))
  clock = createTestClock()
  const storage = createDiskStorage({
    folder,
    secret: new Secret('s'.repeat(32)),
    uploadUrl: '/api/files/upload',
    clock,
  })
  const accounts = accountBindings({
    database,
    plans: testPlans,
    mainApiUrl: '/api',
    onOpened: [],
    findLogo,
    namesOfRooms: async () => new Map(),
  })
  app = buildRoutesApp(database, [...accounts, ...fileBindings({ database, storage })])
  await app.register(multipart)
})
beforeEach(async () => {
  mine = await openTestAccount(testDatabase.database)
})
afterAll(async () => {
  await app.close()
  await testDatabase.drop()
  await rm(folder, { recursive: true })
})

const formUrl = (filename: string, type = 'image/png', accountId = mine.accountId) =>
  `/api/user/teams/logo/${accountId}/${encodeURIComponent(filename)}?cache-control=public&content-type=${encodeURIComponent(type)}`
const getForm = async (filename = 'logo.png', type = 'image/png', account = mine): Promise<UploadForm> => {
  const { json } = await callAs(app, account.ownerId, { url: formUrl(filename, type, account.accountId) })
  return json.data
}
async function post(
  fields: Record<string, string>,
  file: Buffer | null,
  order: 'file-last' | 'file-first' = 'file-last',
) {
  const form = new FormData()
  const addFile = () =>
    file && form.append('file', new Blob([new Uint8Array(file)], { type: 'text/html' }), '../../evil".html')
  if (order === 'file-first') addFile()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (order === 'file-last') addFile()
  const request = new Request('http://atrium.test/', { method: 'POST', body: form })
  const payload = Buffer.from(await request.arrayBuffer())
  return callAs(app, null, {
    method: 'POST',
    url: '/api/files/upload',
    payload,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
}
const wear = (logoFilename: string | null, account = mine) =>
  callAs(app, account.ownerId, {
    method: 'PATCH',
    url: `/api/user/teams/${account.accountId}`,
    payload: { logoFilename },
  })
const keyOf = ({ fields }: UploadForm) => fields['key'] ?? ''

test("ACC-02 KB-01 an admin gets a form, uploads the picture by it, and the account's logo is public", async () => {
  const form = await getForm('Our Logo.PNG')
  expect(form).toMatchObject({ url: '/api/files/upload', fields: { 'Content-Type': 'image/png' } })
  expect(keyOf(form)).toMatch(/^logo\/[0-9a-f]{32}\.png$/)
  expect((await post(form.fields, png)).status).toBe(204)

  const name = keyOf(form).slice('logo/'.length)
  const { status, json } = await wear(keyOf(form))
  expect([status, json.data.logoUrl]).toEqual([200, `/api/files/logo/${name}`])

  const logo = await app.inject({ url: json.data.logoUrl })
  expect(logo.rawPayload).toEqual(png)
  expect(logo.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-length': String(png.length),
  })
})

test('F11 a JPEG is stored without camera data, for any case of its extension', async () => {
  const form = await getForm('photo.jpeg', 'image/jpeg')
  expect((await post(form.fields, jpegWith(jpegSegment(0xfe, 'taken at home')))).status).toBe(204)
  const logo = await app.inject({ url: `/api/files/${keyOf(form)}` })
  expect(logo.rawPayload).toEqual(jpeg)
  expect(logo.headers['content-type']).toBe('image/jpeg')
})

test.each(['../../etc/passwd.png', '/etc/passwd.png', '..%2f..%2fx.png', 'a\\b.png'])(
  'F01 of the file name %s only its extension counts',
  async (filename) => {
    expect(keyOf(await getForm(filename))).toMatch(/^logo\/[0-9a-f]{32}\.png$/)
  },
)

test.each(['a\0.png', 'gnp\u202e.png', `${'a'.repeat(1000)}.png`])(
  'F01 a disguised or endless file name is refused',
  async (filename) => {
    const { status, json } = await callAs(app, mine.ownerId, { url: formUrl(filename) })
    expect([400, 414]).toContain(status)
    expect(json.data).toBeUndefined()
  },
)

test.each([
  ['logo.svg', 'image/png', 415],
  ['logo.html', 'image/png', 415],
  ['logo', 'image/png', 415],
  ['logo.png', 'image/jpeg', 415],
  ['logo.svg', 'image/svg+xml', 400],
])('F05 no form is given for %s as %s', async (filename, type, status) => {
  expect((await callAs(app, mine.ownerId, { url: formUrl(filename, type) })).status).toBe(status)
})

test('R01 members get no form, and outsiders do not learn that the account exists', async () => {
  const member = await insertMember(testDatabase.database, mine.accountId)
  expect((await callAs(app, member, { url: formUrl('logo.png') })).json).toMatchObject({
    statusCode: 403,
    code: 'FORBIDDEN',
  })
  const stranger = (await openTestAccount(testDatabase.database)).ownerId
  const foreign = await callAs(app, stranger, { url: formUrl('logo.png') })
  expect(foreign.status).toBe(404)
  expect(foreign).toEqual(
    await callAs(app, stranger, { url: formUrl('logo.png', 'image/png', mintId('account')) }),
  )
})

test('F03 a form works for its own key, type and signature, within five minutes, once', async () => {
  const form = await getForm()
  const other = await getForm()
  const refused = { status: 403, json: expect.objectContaining({ code: 'UPLOAD_REFUSED' }) }
  expect(await post({ ...form.fields, key: keyOf(other) }, png)).toEqual(refused)
  expect(await post({ ...form.fields, 'Content-Type': 'image/jpeg' }, jpeg)).toEqual(refused)
  expect(await post({ ...form.fields, 'X-Amz-Signature': '0'.repeat(64) }, png)).toEqual(refused)
  expect(await post({}, png)).toEqual(refused)

  expect((await post(form.fields, png)).status).toBe(204)
  expect(await post(form.fields, png)).toEqual(refused)

  clock.advance(5 * 60 * 1000)
  expect(await post(other.fields, png)).toEqual(refused)
})

test('F03 of two concurrent uploads with one form, one is kept', async () => {
  const form = await getForm()
  const replies = await Promise.all([post(form.fields, png), post(form.fields, png)])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 403])
})

test('F03 a picture of the maximum size passes, one byte more does not', async () => {
  const sized = (sizeBytes: number) => pngWith([pngChunk('tEXt', Buffer.alloc(sizeBytes - png.length - 12))])
  expect((await post((await getForm()).fields, sized(limits.logoSizeBytes + 1))).status).toBe(413)
  expect((await post((await getForm()).fields, sized(limits.logoSizeBytes))).status).toBe(204)
})

test('F03 F05 a picture that is too large or invalid is refused and leaves nothing behind', async () => {
  const form = await getForm()
  const large = await post(form.fields, Buffer.concat([png, Buffer.alloc(limits.logoSizeBytes)]))
  expect([large.status, large.json.code]).toEqual([413, 'FILE_TOO_LARGE'])
  for (const bytes of [
    Buffer.from('<svg onload="alert(1)"/>'),
    Buffer.concat([png, Buffer.from('<script>')]),
    jpeg,
    Buffer.alloc(0),
  ]) {
    const reply = await post(form.fields, bytes)
    expect([reply.status, reply.json.code, reply.json.message]).toEqual([
      415,
      'FILE_NOT_SUPPORTED',
      "The file you uploaded isn't supported.",
    ])
  }
  expect((await readdir(path.join(folder, 'logo'))).some((name) => keyOf(form).includes(name))).toBe(false)
  expect((await wear(keyOf(form))).status).toBe(400)
  expect((await post(form.fields, png)).status).toBe(204)
})

test("T05 an account cannot use another's logo, one that never arrived, or any other file", async () => {
  const theirs = await openTestAccount(testDatabase.database)
  const [theirForm, unused] = [await getForm('logo.png', 'image/png', theirs), await getForm()]
  await post(theirForm.fields, png)
  for (const name of [
    keyOf(theirForm),
    keyOf(unused),
    `logo/${'0'.repeat(32)}.png`,
    '../../secret',
    'https://example.com/x.png',
  ]) {
    const { status, json } = await wear(name)
    expect([status, json.code]).toEqual([400, 'INVALID_INPUT'])
  }
  expect((await wear(keyOf(theirForm), theirs)).json.data.logoUrl).toBe(`/api/files/${keyOf(theirForm)}`)
  expect((await wear(null, theirs)).json.data.logoUrl).toBeNull()
})

test('F15 an invalid form is refused at once', async () => {
  const send = (payload: string | Buffer, type: string) =>
    callAs(app, null, {
      method: 'POST',
      url: '/api/files/upload',
      payload,
      headers: { 'content-type': type },
    })
  const { fields } = await getForm()
  expect((await post(fields, png, 'file-first')).status).toBe(403)
  expect((await post(fields, null)).status).toBe(400)
  expect((await post({ ...fields, 'X-Long': 'a'.repeat(100_000) }, png)).status).toBe(400)
  expect((await send('--x\r\n', 'multipart/form-data')).status).toBe(400)
  expect(
    (
      await send(
        '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nunfinished',
        'multipart/form-data; boundary=x',
      )
    ).status,
  ).toBe(400)
  const parts = Array.from(
    { length: 10_000 },
    (_, index) => `--x\r\nContent-Disposition: form-data; name="f${index}"\r\n\r\n1\r\n`,
  ).join('')
  expect((await send(`${parts}--x--\r\n`, 'multipart/form-data; boundary=x')).status).toBe(400)
})

test('F01 a missing logo or invalid name is not found', async () => {
  expect((await app.inject({ url: `/api/files/logo/${'0'.repeat(32)}.png` })).statusCode).toBe(404)
  for (const name of ['..%2f..%2fetc%2fpasswd', `${'0'.repeat(32)}.png.facts`, 'x.png'])
    expect((await app.inject({ url: `/api/files/logo/${name}` })).statusCode).toBe(400)
})
