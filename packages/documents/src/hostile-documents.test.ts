import { createServer } from 'node:http'
import { once } from 'node:events'
import { spawnSync } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import {
  docxOf,
  outcomeOf,
  peakMemoryOf,
  readersNow,
  relationsPart,
  textOf,
  zipOf,
} from './testing/documents-for-tests.ts'
import { DocumentFailure, readDocument } from './index.ts'
import { usualLimits } from './limits.ts'
import { main, permissions } from './process/start-reader.ts'

const megabyte = 1024 * 1024
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

/** A stream with a number of megabytes of the same text. */
function* repeated(text: string, megabytes: number): Generator<Buffer> {
  const chunk = Buffer.from(text.repeat(Math.ceil(megabyte / text.length)))
  for (let index = 0; index < megabytes; index += 1) yield chunk
}

const bombOf = (megabytes: number): Promise<Buffer> =>
  docxOf('', { 'word/document.xml': Readable.from(repeated('<w:p/>', megabytes)) })

describe('F07 zip bombs', () => {
  test('F07 a part that unpacks to a thousand times its size is stopped during counting', async () => {
    const bomb = await bombOf(200)
    expect(bomb.length).toBeLessThan(2 * megabyte)
    const before = process.memoryUsage.rss()
    let most = 0
    const watch = setInterval(() => {
      for (const pid of readersNow()) most = Math.max(most, peakMemoryOf(pid))
    }, 20)
    // A busy machine unpacks it slowly; that it says nothing for long is another test's.
    const { problem } = await outcomeOf(bomb, 'docx', { ...usualLimits, silenceMs: 600_000 })
    clearInterval(watch)
    expect(problem).toBe('TOO_LARGE')
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * megabyte)
    expect(most).toBeLessThan(500 * megabyte)
  })

  test('F07 a part with a wrong small size is damaged', async () => {
    const bomb = await bombOf(8)
    const sizes = bomb.indexOf(Buffer.from('504b0102', 'hex'))
    for (let at = sizes; at >= 0; at = bomb.indexOf(Buffer.from('504b0102', 'hex'), at + 1))
      if (bomb.readUInt32LE(at + 24) > megabyte) bomb.writeUInt32LE(1024, at + 24)
    expect((await outcomeOf(bomb, 'docx')).problem).toBe('DAMAGED')
  })

  test('F07 more parts than any document has are refused', async () => {
    const parts = Object.fromEntries(Array.from({ length: 12_000 }, (_, index) => [`word/${index}.xml`, '']))
    expect((await outcomeOf(await docxOf(paragraph('a'), parts), 'docx')).problem).toBe('TOO_LARGE')
  })

  test('F07 an archive within the archive is not opened', async () => {
    const inner = (await bombOf(50)).toString('latin1')
    const outer = await docxOf(paragraph('Read me'), { 'word/embeddings/inner.docx': inner })
    expect(textOf(await outcomeOf(outer, 'docx'))).toBe('Read me')
  })

  test('F07 a small sheet that claims gigabytes is cut off', async () => {
    const cells = '<c t="s"><v>0</v></c>'.repeat(50)
    const rows = `<row>${cells}</row>`.repeat(2_000)
    const sheet = await zipOf({
      '_rels/.rels': relationsPart(['r1', 'officeDocument', 'xl/workbook.xml']),
      'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relationsPart(
        ['r1', 'worksheet', 'worksheets/sheet1.xml'],
        ['r2', 'sharedStrings', 'sharedStrings.xml'],
      ),
      'xl/sharedStrings.xml': `<sst><si><t>${'x y '.repeat(8_000)}</t></si></sst>`,
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    })
    const limits = { ...usualLimits, outputBytes: 20 * megabyte }
    expect(sheet.length).toBeLessThan(megabyte)
    expect((await outcomeOf(sheet, 'xlsx', limits)).problem).toBe('TOO_LARGE')
  })
})

describe('F09 documents with external references', () => {
  test('F09 nothing that a document references is ever requested', async () => {
    let asked = 0
    const server = createServer((_request, response) => {
      asked += 1
      response.end('asked')
    })
    server.on('connection', () => (asked += 1))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`
    const template = await docxOf(paragraph('Template'), {
      'word/_rels/document.xml.rels': relationsPart(
        ['r1', 'attachedTemplate', url, 'TargetMode="External"'],
        ['r2', 'footnotes', url],
        ['r3', 'header', url],
        ['r4', 'image', url, 'TargetMode="External"'],
      ),
    })
    const entity = (declared: string) =>
      docxOf('', {
        'word/document.xml': `<!DOCTYPE a [<!ENTITY e SYSTEM "${declared}">]><w:document><w:body>${paragraph('&e;')}</w:body></w:document>`,
      })
    const external = await docxOf('', {
      'word/document.xml': `<!DOCTYPE a SYSTEM "${url}"><w:document><w:body>${paragraph('&e; stays')}</w:body></w:document>`,
    })

    expect(textOf(await outcomeOf(template, 'docx'))).toBe('Template')
    expect((await outcomeOf(await entity(url), 'docx')).problem).toBe('DAMAGED')
    expect((await outcomeOf(await entity('file:///etc/passwd'), 'docx')).problem).toBe('DAMAGED')
    expect(textOf(await outcomeOf(external, 'docx'))).toBe('&e; stays')
    expect(asked).toBe(0)
    server.close()
  })

  test.each(['docx', 'odt', 'pptx', 'xlsx'] as const)(
    'F09 a billion laughs in %s are not expanded',
    async (ending) => {
      const laughs = Array.from(
        { length: 9 },
        (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
      )
      const part = `<!DOCTYPE a [<!ENTITY l0 "ha">${laughs.join('')}]><a><t>&l9;</t></a>`
      const main = {
        docx: 'word/document.xml',
        odt: 'content.xml',
        pptx: 'ppt/presentation.xml',
        xlsx: 'xl/workbook.xml',
      }
      expect((await outcomeOf(await zipOf({ [main[ending]]: part }), ending)).problem).toBe('DAMAGED')
    },
  )

  test('F09 the reader process has no network access, even if it tried', () => {
    const closing = path.join(import.meta.dirname, 'child/close-network.ts')
    const tries = `
      import { closeNetwork } from ${JSON.stringify(closing)}
      import { connect } from 'node:net'
      import { lookup } from 'node:dns/promises'
      import tls from 'node:tls'
      import http from 'node:http'
      import dgram from 'node:dgram'
      closeNetwork()
      const ways = {
        fetch: () => fetch('http://127.0.0.1:49151/'),
        connect: async () => connect(9, '127.0.0.1'),
        tls: async () => tls.connect(9, '127.0.0.1'),
        http: () => new Promise((resolve, reject) => http.get('http://127.0.0.1:9/').on('error', reject)),
        name: () => lookup('localhost'),
        datagram: async () => dgram.createSocket('udp4').send('x', 9, '127.0.0.1'),
        listen: async () => http.createServer().listen(0),
      }
      for (const [name, go] of Object.entries(ways))
        console.log(name, await Promise.resolve().then(go).then(() => 'open', (e) => String(e.cause ?? e).includes('no network access') ? 'closed' : String(e)))
      process.exit()`
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', tries], { encoding: 'utf8' })
    expect(child.stdout.trim().split('\n')).toEqual(
      ['fetch', 'connect', 'tls', 'http', 'name', 'datagram', 'listen'].map((name) => `${name} closed`),
    )
  })
})

describe('the reader process', () => {
  test('F09 it may read only code, write nothing and start nothing', () => {
    const tries = `
      const fs = require('node:fs')
      const ways = {
        code: () => fs.readFileSync(${JSON.stringify(main)}),
        read: () => fs.readFileSync('/etc/passwd'),
        models: () => fs.readFileSync(${JSON.stringify(path.resolve(import.meta.dirname, '../../../models.yaml'))}),
        write: () => fs.writeFileSync(${JSON.stringify(path.join(path.dirname(main), 'left'))}, ''),
        start: () => require('node:child_process').execFileSync('true'),
        thread: () => new (require('node:worker_threads').Worker)('1', { eval: true }),
      }
      for (const [name, go] of Object.entries(ways)) {
        let code = 'open'
        try { go() } catch (error) { code = error.code }
        console.log(name, code)
      }`
    const child = spawnSync(process.execPath, [...permissions, '-e', tries], { encoding: 'utf8', env: {} })
    expect(child.stdout.trim().split('\n')).toEqual([
      'code open',
      ...['read', 'models', 'write', 'start', 'thread'].map((name) => `${name} ERR_ACCESS_DENIED`),
    ])
  })

  /** A document that never ends. */
  const endless = () => new Readable({ read() {} })
  const begin = (limits = usualLimits, signal = new AbortController().signal) =>
    readDocument({ open: endless, sizeBytes: 1 }, 'txt', { signal, limits }).next()
  const problemOf = (error: unknown) => (error instanceof DocumentFailure ? error.problem : error)

  test.skipIf(process.platform !== 'linux')('KB-07 being killed is reported as our fault', async () => {
    const reading = begin().catch(problemOf)
    await expect.poll(readersNow).toHaveLength(1)
    for (const pid of readersNow()) process.kill(pid, 'SIGKILL')
    expect(await reading).toBe('INTERNAL')
    expect(readersNow()).toEqual([])
  })

  test('KB-07 aborting ends the process', async () => {
    const stop = new AbortController()
    const reading = begin(usualLimits, stop.signal).catch((error: unknown) => error)
    if (process.platform === 'linux') await expect.poll(readersNow).toHaveLength(1)
    stop.abort(new Error('enough'))
    expect(await reading).toMatchObject({ message: 'enough' })
    expect(readersNow()).toEqual([])
  })

  test('KB-07 a file whose bytes are unavailable is unavailable', async () => {
    const broken = () =>
      new Readable({
        read() {
          this.destroy(new Error('gone'))
        },
      })
    const signal = new AbortController().signal
    const reading = readDocument({ open: broken, sizeBytes: 1 }, 'txt', { signal }).next()
    expect(await reading.catch(problemOf)).toBe('UNAVAILABLE')
    expect(await begin({ ...usualLimits, silenceMs: 300 }).catch(problemOf)).toBe('UNAVAILABLE')
  })

  test('KB-07 a process that takes too long, or too much memory, is ended', async () => {
    const text = Buffer.from('word '.repeat(4_000_000))
    const read = (limits: object) => outcomeOf(text, 'csv', { ...usualLimits, ...limits })
    expect((await read({ baseMs: 1, perMegabyteMs: 0 })).problem).toBe('TOO_SLOW')
    if (process.platform === 'linux')
      expect((await read({ memoryBytes: 20 * megabyte, memoryEveryMs: 1 })).problem).toBe('TOO_LARGE')
    expect((await read({ heapMegabytes: 16 })).problem).toBe('TOO_LARGE')
  })
})
