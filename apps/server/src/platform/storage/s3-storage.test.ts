import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type ObjectStore, startObjectStore } from '@atrium/testkit/object-store.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { Secret } from '../config/secret.ts'
import { FileTooLargeError, type Storage, UploadRefusedError } from './index.ts'
import { createS3Storage } from './s3-storage.ts'

let store: ObjectStore
let storage: Storage
const opened = (secretAccessKey = store.secretAccessKey) =>
  createS3Storage({
    secret: new Secret('s'.repeat(32)),
    uploadUrl: '/api/files/upload',
    clock: systemClock,
    bucket: store.bucket,
    region: store.region,
    endpoint: store.url,
    accessKeyId: store.accessKeyId,
    secretAccessKey: new Secret(secretAccessKey),
  })

beforeEach(async () => {
  store = await startObjectStore()
  storage = opened()
})
afterEach(() => store.close())

const facts = { contentType: 'application/pdf', cacheControl: 'private', maxBytes: 100_000_000 }
const key = 'acct/account_1/0123456789abcdef'
/** Twenty megabytes in pieces as a network brings them. */
const long = randomBytes(20_000_003)
const arriving = (bytes: Buffer, pieceBytes = 65_000) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
    })(),
  )
const bytesOf = async (range?: { start: number; end: number }) => {
  const stored = await storage.get(key)
  return stored && (await buffer(stored.read(range)))
}

test('KB-01 a stored file is returned unchanged with its type, whole and in ranges, until it is deleted', async () => {
  await storage.put(key, Buffer.from('0123456789'), facts)
  expect(await storage.get(key)).toMatchObject({
    sizeBytes: 10,
    contentType: 'application/pdf',
    cacheControl: 'private',
  })
  expect(String(await bytesOf())).toBe('0123456789')
  expect(String(await bytesOf({ start: 2, end: 4 }))).toBe('234')
  await storage.delete(key)
  await storage.delete(key)
  expect(await storage.get(key)).toBeUndefined()
  expect(store.objects.size).toBe(0)
})

test('KB-01 a large file is uploaded in parts and exists once it is complete', async () => {
  await storage.put(key, arriving(long), facts)
  expect((await bytesOf())?.equals(long)).toBe(true)
  expect(store.openUploads.size).toBe(0)
})

test('F03 a file never replaces another, short or long', async () => {
  await storage.put(key, Buffer.from('first'), facts)
  await expect(storage.put(key, Buffer.from('second'), facts)).rejects.toThrow(UploadRefusedError)
  await expect(storage.put(key, arriving(long), facts)).rejects.toThrow(UploadRefusedError)
  expect(String(await bytesOf())).toBe('first')
  expect(store.openUploads.size).toBe(0)
})

test('KB-03 a file that is too large or too small is not stored', async () => {
  const limited = { ...facts, maxBytes: 10_000_000 }
  await expect(storage.put(key, arriving(long), limited)).rejects.toThrow(FileTooLargeError)
  await expect(storage.put(key, Buffer.from('ab'), { ...facts, minBytes: 3 })).rejects.toThrow(
    UploadRefusedError,
  )
  expect(await storage.get(key)).toBeUndefined()
  expect(store.openUploads.size).toBe(0)
})

test('B29 a store that refuses any step keeps no file and no parts, and works again afterwards', async () => {
  const steps: [string, (asked: { method: string; query: URLSearchParams }) => boolean][] = [
    ['beginning', ({ method, query }) => method === 'POST' && query.has('uploads')],
    ['the second part', ({ query }) => query.get('partNumber') === '2'],
    ['the end', ({ method, query }) => method === 'POST' && query.has('uploadId')],
  ]
  for (const [, isStep] of steps) {
    store.refuse = (asked) => (isStep(asked) ? 403 : undefined)
    await expect(storage.put(key, arriving(long), facts)).rejects.toThrow()
    expect(await storage.get(key)).toBeUndefined()
    expect(store.openUploads.size).toBe(0)
  }
  store.refuse = null
  await storage.put(key, arriving(long), facts)
  expect((await bytesOf())?.equals(long)).toBe(true)
})

test.each([
  ['forbids writing (403)', 403],
  ['asks to slow down (429)', 429],
  ['is broken (500)', 500],
  ['asks to slow down (503)', 503],
  ['is full (507)', 507],
])(
  'B29 a store that %s gives a clear error for short and long files, and is used again afterwards',
  async (_what, status) => {
    store.refuse = ({ method, query }) => (method === 'PUT' || query.has('uploads') ? status : undefined)
    const unavailable = { code: 'STORAGE_UNAVAILABLE' }
    await expect(storage.put(key, Buffer.from('short'), facts)).rejects.toMatchObject(unavailable)
    await expect(storage.put(key, arriving(long), facts)).rejects.toMatchObject(unavailable)
    store.refuse = null
    expect(store.openUploads.size).toBe(0)
    await storage.put(key, Buffer.from('short'), facts)
    expect(String(await bytesOf())).toBe('short')
  },
)

test('an unreachable store gives the same error', async () => {
  await store.close()
  await expect(storage.put(key, Buffer.from('short'), facts)).rejects.toMatchObject({
    code: 'STORAGE_UNAVAILABLE',
  })
  store = await startObjectStore()
})

test('B29 an upload whose client disconnects leaves nothing', async () => {
  const cut = new Readable({ read() {} })
  cut.push(long)
  const stored = storage.put(key, cut, facts)
  cut.destroy(new Error('gone'))
  await expect(stored).rejects.toThrow('gone')
  expect(store.objects.size + store.openUploads.size).toBe(0)
})

test('B31 a store without the bytes reports a missing file; a failing store fails the read', async () => {
  await storage.put(key, Buffer.from('0123456789'), facts)
  const stored = await storage.get(key)
  store.refuse = ({ method }) => (method === 'GET' ? 403 : undefined)
  await expect(buffer(stored?.read() ?? Readable.from([]))).rejects.toThrow()
  store.refuse = () => 403
  await expect(storage.get(key)).rejects.toThrow()
})

test('KB-01 forms are the same for every store, and a wrong secret opens nothing', async () => {
  const upload = { key, ...facts, expiresInSeconds: 300 }
  const { url, fields } = await storage.createUploadForm(upload)
  expect(url).toBe('/api/files/upload')
  expect(storage.verifyUploadForm(fields)).toMatchObject({ key, contentType: 'application/pdf' })
  await expect(opened('another secret').put(key, Buffer.from('a'), facts)).rejects.toThrow()
  await expect(storage.createUploadForm({ ...upload, key: '../secret' })).rejects.toThrow(TypeError)
})
