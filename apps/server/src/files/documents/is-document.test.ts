import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import { type DocumentEnding, documentEndingOf } from '@atrium/contract'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import type { StoredFile } from '../../platform/storage/index.ts'
import { isDocument } from './is-document.ts'

const fixtures = path.resolve(import.meta.dirname, '../../../../../../shared/fixtures/documents/files')
const arePresent = existsSync(fixtures)
if (!arePresent)
  console.warn('Skipped: the documents (../shared/fixtures/documents) are not on this machine.')

/** Bytes as the storage gives them, in chunks that cut everything. */
const stored = (bytes: Buffer | string): StoredFile => {
  const all = Buffer.from(bytes as string)
  return {
    contentType: 'application/octet-stream',
    sizeBytes: all.length,
    read: ({ start, end } = { start: 0, end: all.length - 1 }) =>
      Readable.from(chunksOf(all.subarray(start, end + 1))),
  }
}
function* chunksOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
}
const is = (ending: DocumentEnding, bytes: Buffer | string) => isDocument(stored(bytes), ending)

async function archive(entries: Record<string, Buffer | string>, { compress = true } = {}): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(entries))
    zip.addBuffer(Buffer.from(content as string), name, { compress })
  zip.end()
  return buffer(zip.outputStream)
}
const parts = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>' }

/** An archive whose directory says `claimed` of one entry that unpacks to what `bytes` are. */
async function lyingArchive(bytes: Buffer, claimed: number): Promise<Buffer> {
  const made = await archive({ ...parts, 'word/media.xml': bytes })
  const at = made.lastIndexOf(Buffer.from('word/media.xml')) - 46
  made.writeUInt32LE(claimed, at + 24)
  return made
}

test.runIf(arePresent)(
  "KB-02 real documents of every kind pass, including protected and damaged ones; other archives don't",
  async () => {
    const refused: string[] = []
    for (const folder of readdirSync(fixtures))
      for (const name of readdirSync(path.join(fixtures, folder))) {
        const file = path.join(fixtures, folder, name)
        const real: StoredFile = {
          contentType: 'application/octet-stream',
          sizeBytes: statSync(file).size,
          read: (range) => createReadStream(file, range),
        }
        const ending = documentEndingOf(name)
        if (!ending || !(await isDocument(real, ending))) refused.push(name)
      }
    expect(refused.toSorted()).toEqual([
      'poi__clusterfuzz-testcase-minimized-POIXWPFFuzzer-5313273089884160.docx',
      'poi__clusterfuzz-testcase-minimized-POIXWPFFuzzer-6442791109263360.docx',
      'poi__invalid.xlsx',
      'poi__truncated62886.docx',
      'tika__testODTnotaZipFile.odt',
    ])
  },
)

test('KB-02 the smallest of each kind pass', async () => {
  expect(await is('pdf', '%PDF-1.7\n…\n%%EOF\n')).toBe(true)
  expect(await is('txt', 'Xin chào, 你好, مرحبا')).toBe(true)
  expect(await is('txt', Buffer.from('d8e8f1e5ed', 'hex'))).toBe(true)
  expect(await is('txt', Buffer.from('\ufeffhello', 'utf16le'))).toBe(true)
  expect(await is('csv', 'MZ,intensity\n100.1,7\n')).toBe(true)
  expect(await is('docx', await archive(parts))).toBe(true)
  expect(await is('docx', await archive(parts, { compress: false }))).toBe(true)
  expect(await is('xlsx', await archive({ ...parts, 'xl/workbook.xml': '<workbook/>' }))).toBe(true)
  expect(
    await is(
      'odt',
      await archive({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '' }),
    ),
  ).toBe(true)
})

test('KB-02 a text may have a stray control character, but not several in few words', async () => {
  const words = 'The size of the network grows. '.repeat(20)
  expect(await is('txt', `${words}\x19${words}`)).toBe(true)
  expect(await is('txt', `\x19\x01\x02\x03\x04\x05\x06${words}`)).toBe(false)
  expect(await is('txt', `${words}\0${words}`)).toBe(false)
})

test('KB-02 trailing bytes of an office document are ignored', async () => {
  const docx = await archive(parts)
  for (const behind of ['\n', '\r\n\r\n', '\0'.repeat(5_000), 'anything at all'])
    expect(await is('docx', Buffer.concat([docx, Buffer.from(behind)])), behind).toBe(true)
})

test('F05 a document that is or hides another kind of file is refused', async () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const program = Buffer.from('4d5a90000300000004000000ffff0000', 'hex')
  const bareZip = await archive({ 'readme.txt': 'hello' })
  const docx = await archive(parts)
  const cases: [DocumentEnding, Buffer | string][] = [
    ['pdf', '<html><script>alert(1)</script></html>'],
    ['pdf', '<html>%PDF-1.7\n%%EOF'],
    ['pdf', '%PDF-1.7\n<!DOCTYPE html><script>alert(1)</script>\n%%EOF'],
    ['pdf', '%PDF-1.7\n1 0 obj\n%%EOF\n<html><body onload=alert(1)></html>'],
    ['pdf', docx],
    ['pdf', 'a%PDF-1.7'],
    ['txt', png],
    ['txt', program],
    ['txt', 'PK\x03\x04'],
    ['txt', `text${'x'.repeat(5000)}\0`],
    ['csv', program],
    ['csv', 'MZ\x90a,b\n1,2\n'],
    ['csv', '%PDF-1.4 a,b'],
    ['csv', 'a,b\n\x01,2\n'],
    ['docx', bareZip],
    ['docx', 'a text'],
    ['docx', Buffer.concat([Buffer.from('#!/bin/sh\n'), docx])],
    ['docx', Buffer.concat([docx, Buffer.from('<script>')])],
    ['docx', docx.subarray(0, -30)],
    ['xlsx', docx],
    ['pptx', docx],
    ['odt', docx],
    ['odt', await archive({ mimetype: 'application/epub+zip', 'content.xml': '' })],
    ['xls', docx],
    ['xls', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)])],
    ['docx', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)])],
  ]
  for (const [index, [ending, bytes]] of cases.entries())
    expect(await is(ending, bytes), `${index} ${ending}`).toBe(false)
})

test('F07 an archive that claims too much, or too many entries, is refused unread', async () => {
  const claims = await archive({ ...parts, 'word/big.xml': 'x' })
  claims.writeUInt32LE(600 * 1024 * 1024, claims.lastIndexOf(Buffer.from('word/big.xml')) - 46 + 24)
  expect(await is('docx', claims)).toBe(false)
  const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`word/${index}.xml`, '']))
  expect(await is('docx', await archive({ ...parts, ...many }, { compress: false }))).toBe(false)
})

test('F07 an entry that unpacks to more, or less, than it claims is stopped there, with little time and memory', async () => {
  const bomb = await lyingArchive(Buffer.alloc(60 * 1024 * 1024), 1024)
  const before = process.memoryUsage.rss()
  // Processor time: a machine that is busy with other things changes nothing.
  const started = process.cpuUsage()
  expect(await is('docx', bomb)).toBe(false)
  const { user, system } = process.cpuUsage(started)
  expect((user + system) / 1000).toBeLessThan(2000)
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024)
  expect(await is('docx', await lyingArchive(Buffer.from('short'), 6))).toBe(false)
})

test('F07 an archive with entries outside of it, or in an unsupported compression, is refused', async () => {
  const docx = await archive({ ...parts, 'word/a.xml': 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' })
  const entryAt = docx.lastIndexOf(Buffer.from('word/a.xml')) - 46
  const changed = (change: (bytes: Buffer) => void) => {
    const copy = Buffer.from(docx)
    change(copy)
    return copy
  }
  expect(
    await is(
      'docx',
      changed((bytes) => bytes.writeUInt32LE(0xfffffff0, entryAt + 42)),
    ),
  ).toBe(false)
  expect(
    await is(
      'docx',
      changed((bytes) => bytes.writeUInt32LE(0xfffffff0, entryAt + 20)),
    ),
  ).toBe(false)
  expect(
    await is(
      'docx',
      changed((bytes) => bytes.writeUInt16LE(12, entryAt + 10)),
    ),
  ).toBe(false)
  const contentAt = docx.indexOf(deflateRawSync(Buffer.from('a'.repeat(45))))
  expect(contentAt).toBeGreaterThan(0)
  expect(
    await is(
      'docx',
      changed((bytes) => bytes.fill(0xff, contentAt, contentAt + 3)),
    ),
  ).toBe(false)
})

test('KB-02 a text of a hundred megabytes is scanned without holding it', async () => {
  const line = Buffer.alloc(1024 * 1024, 'a line of text\n')
  const sizeBytes = 100 * line.length
  const large: StoredFile = {
    contentType: 'text/plain',
    sizeBytes,
    read: (range) =>
      range
        ? Readable.from([line.subarray(0, range.end - range.start + 1)])
        : Readable.from(repeated(line, 100)),
  }
  const before = process.memoryUsage.rss()
  expect(await isDocument(large, 'txt')).toBe(true)
  expect(process.memoryUsage.rss() - before).toBeLessThan(50 * 1024 * 1024)
})
function* repeated(bytes: Buffer, times: number) {
  for (let index = 0; index < times; index += 1) yield bytes
}
