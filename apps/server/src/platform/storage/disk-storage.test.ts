import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestClock, type TestClock } from '../clock.ts'
import { Secret } from '../config/secret.ts'
import { StartError } from '../start-error.ts'
import { createDiskStorage, FileTooLargeError, UploadRefusedError, type Storage } from './index.ts'

const pngBytes = Buffer.from('89504e470d0a1a0a', 'hex')
let folder: string
let clock: TestClock
let storage: Storage

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'storage-'))
  clock = createTestClock(new Date('2026-03-01T12:00:00Z'))
  storage = createDiskStorage({
    folder,
    secret: new Secret('s'.repeat(32)),
    uploadUrl: '/api/files/upload',
    clock,
  })
})
afterEach(() => rm(folder, { recursive: true }))

const logo = {
  key: 'logos/4f9a.png',
  contentType: 'image/png',
  cacheControl: 'public',
  maxBytes: 100,
  expiresInSeconds: 300,
}
const filesIn = (name: string) => readdir(path.join(folder, name))
const form = async () => (await storage.createUploadForm(logo)).fields

test('a stored file is returned byte for byte with its type', async () => {
  await storage.put(logo.key, Readable.from([pngBytes, pngBytes]), logo)
  const stored = await storage.get(logo.key)
  expect(stored).toMatchObject({ sizeBytes: 16, contentType: 'image/png', cacheControl: 'public' })
  expect(stored && (await buffer(stored.read()))).toEqual(Buffer.concat([pngBytes, pngBytes]))
  expect(stored && (await buffer(stored.read({ start: 1, end: 3 })))).toEqual(pngBytes.subarray(1, 4))
  await storage.delete(logo.key)
  expect(await storage.get(logo.key)).toBeUndefined()
})

test('F03 a signed form is verified and returns its conditions', async () => {
  const { url, fields } = await storage.createUploadForm(logo)
  expect(url).toBe('/api/files/upload')
  expect(storage.verifyUploadForm(fields)).toEqual({
    key: logo.key,
    contentType: 'image/png',
    cacheControl: 'public',
    minBytes: 1,
    maxBytes: 100,
  })
})

const without = (fields: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))

const forged: [string, (fields: Record<string, string>) => Record<string, string>][] = [
  ['another key', (fields) => ({ ...fields, key: 'logos/other.png' })],
  ['a key with an empty start', (fields) => ({ ...fields, key: '' })],
  ['another type', (fields) => ({ ...fields, 'Content-Type': 'text/html' })],
  ['no type', (fields) => without(fields, 'Content-Type')],
  ['another cache rule', (fields) => ({ ...fields, 'Cache-Control': 'no-store' })],
  ['a further field', (fields) => ({ ...fields, acl: 'public-read' })],
  ['a key in both cases', (fields) => ({ ...fields, KEY: 'logos/other.png' })],
  ['no signature', (fields) => without(fields, 'X-Amz-Signature')],
  ['an empty form', () => ({})],
  [
    'a policy of one’s own',
    (fields) => ({
      ...fields,
      Policy: Buffer.from('{"expiration":"2099-01-01T00:00:00Z","conditions":[]}').toString('base64'),
    }),
  ],
  [
    'a policy with a wider range',
    (fields) => ({
      ...fields,
      Policy: Buffer.from(
        Buffer.from(fields['Policy'] ?? '', 'base64')
          .toString()
          .replace('1,100]', '1,9999]'),
      ).toString('base64'),
    }),
  ],
  ['another day', (fields) => ({ ...fields, 'X-Amz-Date': '20260302T120000Z' })],
]
test.each(forged)('F03 refused: %s', async (_, forge) => {
  const fields = await form()
  expect(() => storage.verifyUploadForm(forge(fields))).toThrow(UploadRefusedError)
  expect(storage.verifyUploadForm(fields).key).toBe(logo.key)
})

test('F03 a form is valid for five minutes', async () => {
  const fields = await form()
  clock.advance(299_999)
  expect(storage.verifyUploadForm(fields).key).toBe(logo.key)
  clock.advance(1)
  expect(() => storage.verifyUploadForm(fields)).toThrow('over')
})

test('F03 a form of another installation is refused', async () => {
  const other = createDiskStorage({ folder, secret: new Secret('t'.repeat(32)), uploadUrl: '/', clock })
  const { fields } = await other.createUploadForm(logo)
  expect(() => storage.verifyUploadForm(fields)).toThrow('not signed by this server')
})

test('F03 a file larger or smaller than signed is refused and not stored', async () => {
  const verified = storage.verifyUploadForm(await form())
  await expect(
    storage.put(logo.key, Readable.from([Buffer.alloc(60), Buffer.alloc(41)]), verified),
  ).rejects.toThrow(FileTooLargeError)
  await expect(storage.put(logo.key, Buffer.alloc(0), verified)).rejects.toThrow(UploadRefusedError)
  expect(await storage.get(logo.key)).toBeUndefined()
  expect(await filesIn('logos')).toEqual([])
  expect(await filesIn('.unfinished')).toEqual([])
})

test('B29 incomplete files of a crashed process are deleted after a day, newer ones are kept', async () => {
  const aDayAgo = (Date.now() - 24 * 60 * 60 * 1000 - 1000) / 1000
  for (const name of ['old', 'young']) await writeFile(path.join(folder, '.unfinished', name), 'half')
  await utimes(path.join(folder, '.unfinished/old'), aDayAgo, aDayAgo)
  createDiskStorage({ folder, secret: new Secret('s'.repeat(32)), uploadUrl: '/', clock })
  expect(await filesIn('.unfinished')).toEqual(['young'])
})

test('F03 a second upload to the same key is refused, also concurrently', async () => {
  const bodies = [1, 2, 3, 4].map((byte) => storage.put(logo.key, Buffer.from([byte]), logo))
  const settled = await Promise.allSettled(bodies)
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(storage.put(logo.key, Buffer.from([9]), logo)).rejects.toThrow(UploadRefusedError)
})

test('F03 of concurrent uploads the stored one stays complete', async () => {
  const put = async () => {
    try {
      await storage.put(logo.key, pngBytes, logo)
      return await storage.get(logo.key)
    } catch (error) {
      expect(error).toBeInstanceOf(UploadRefusedError)
      return undefined
    }
  }
  for (let round = 0; round < 30; round += 1) {
    const stored = await Promise.all([put(), put(), put(), put()])
    expect(stored.filter(Boolean)).toMatchObject([{ contentType: 'image/png', sizeBytes: 8 }])
    await Promise.all([storage.delete(logo.key), put()])
    // The second is stored completely, or not at all.
    expect([0, 2]).toContain((await filesIn('logos')).length)
    await storage.delete(logo.key)
  }
})

test('F01 a key never leads out of the folder', async () => {
  for (const key of [
    '../secret',
    '/etc/passwd',
    'a/../../b',
    'a//b',
    'a\0b',
    '.hidden',
    'a/.b',
    'a%2fb',
    'x'.repeat(301),
    '',
    'a.facts',
  ])
    await expect(storage.get(key), key).rejects.toThrow(TypeError)
})

test('an aborted transfer stores nothing', async () => {
  const broken = Readable.from(
    (async function* () {
      yield pngBytes
      throw new Error('connection lost')
    })(),
  )
  await expect(storage.put(logo.key, broken, logo)).rejects.toThrow('connection lost')
  expect(await storage.get(logo.key)).toBeUndefined()
  expect([...(await filesIn('logos')), ...(await filesIn('.unfinished'))]).toEqual([])
})

/** A separate disk, which only root can create. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0
test.runIf(canMount)(
  'B29 a full or read-only disk gives a specific error, and uploads work again afterwards',
  async () => {
    const disk = path.join(folder, 'disk')
    await mkdir(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk])
    try {
      const options = { folder: disk, secret: new Secret('s'.repeat(32)), uploadUrl: '/u', clock }
      const small = createDiskStorage(options)
      const large = { ...logo, maxBytes: 1_000_000 }
      const full = small.put(logo.key, Buffer.alloc(500_000), large)
      await expect(full).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE', status: 503 })
      // No leftover uses the space.
      expect(await readdir(path.join(disk, '.unfinished'))).toEqual([])

      execFileSync('mount', ['-o', 'remount,ro', disk])
      await expect(small.put(logo.key, pngBytes, logo)).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
      expect(() => createDiskStorage({ ...options, folder: path.join(disk, 'other') })).toThrow(StartError)
      execFileSync('mount', ['-o', 'remount,rw', disk])
      await small.put(logo.key, pngBytes, logo)
      expect((await small.get(logo.key))?.sizeBytes).toBe(pngBytes.length)
    } finally {
      execFileSync('umount', [disk])
    }
  },
)
