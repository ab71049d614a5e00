import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readersNow } from '../testing/documents-for-tests.ts'
import { findTesseract, type Tesseract } from './find-tesseract.ts'
import { DocumentFailure, readDocument, type ReadEvent, type TranscribePage } from '../index.ts'
import { blocksOfMarkdown } from './markdown-reader.ts'
import { runLimited } from '../process/run-limited.ts'
import { packings, plain, scanOf, shadeAt } from '../testing/scans-for-tests.ts'

type Received = (ReadEvent | string)[]
type By = { transcribe?: TranscribePage; tesseract?: Tesseract | null; signal?: AbortSignal }

async function read(bytes: Buffer, { signal = new AbortController().signal, ...by }: By): Promise<Received> {
  const received: Received = []
  const file = { open: () => Readable.from([bytes]), sizeBytes: bytes.length }
  try {
    for await (const event of readDocument(file, 'pdf', { signal, tesseract: null, ...by }))
      received.push(event)
  } catch (error) {
    if (!(error instanceof DocumentFailure)) throw error
    received.push(error.problem)
  }
  return received
}

const paragraph = (page: number, text: string) => ({
  type: 'block',
  block: { kind: 'paragraph', text, place: { page } },
})
const part = (done: number) => ({ type: 'part', done })
const scans = (pages: number) => scanOf(Array.from({ length: pages }, () => ({ picture: plain() })))

describe('pages that are pictures', () => {
  test.each(Object.keys(packings))('KB-07 a picture encoded as %s is passed on as it looks', async (name) => {
    const shades: number[][] = []
    const picture = packings[name] ?? plain()
    const look: TranscribePage = async (png) => {
      shades.push([
        shadeAt(png, 0.25, 0.75),
        shadeAt(png, 0.75, 0.12),
        shadeAt(png, 0.75, 0.75),
        shadeAt(png, 0.25, 0.12),
      ])
      return 'seen'
    }
    await read(scanOf([{ picture }, { picture, turned: 90 }]), { transcribe: look })
    // Rotated to the right, the lower left becomes the upper left.
    const [black, white] = [0, 255]
    expect(shades).toEqual([
      [black, black, white, black],
      [white, black, black, black],
    ])
  })

  test('KB-07 they are read between those with text, in order, two at once, whichever finishes first', async () => {
    const pages = scanOf([
      { line: 'First by itself.' },
      { picture: plain(0) },
      { picture: plain(51) },
      { line: 'Fourth by itself.' },
      { picture: plain(102) },
    ])
    let underWay = 0
    let most = 0
    const second = Promise.withResolvers<void>()
    const transcribe: TranscribePage = async (png) => {
      most = Math.max(most, (underWay += 1))
      const shade = shadeAt(png, 0, 0)
      if (shade === 51) second.resolve()
      else await second.promise
      underWay -= 1
      return `Shade ${shade}`
    }
    expect(await read(pages, { transcribe })).toEqual([
      { type: 'parts', total: 5 },
      paragraph(1, 'First by itself.'),
      part(1),
      paragraph(2, 'Shade 0'),
      part(2),
      paragraph(3, 'Shade 51'),
      part(3),
      paragraph(4, 'Fourth by itself.'),
      part(4),
      paragraph(5, 'Shade 102'),
      part(5),
    ])
    expect(most).toBe(2)
  })

  test('KB-07 a stamp does not prevent reading a scanned page, and is not repeated', async () => {
    const stamped = scanOf([{ picture: plain(), line: 'Scanned by Scanner' }])
    const said = async (text: string) =>
      (await read(stamped, { transcribe: async () => text })).flatMap((event) =>
        typeof event !== 'string' && event.type === 'block' ? [event.block.text] : [],
      )
    expect(await said('Dues are 42 francs.')).toEqual(['Scanned by Scanner', 'Dues are 42 francs.'])
    expect(await said('Dues.\n\nscanned by  Scanner')).toEqual(['Dues.', 'scanned by  Scanner'])
    expect(await said('')).toEqual(['Scanned by Scanner'])
  })

  test('KB-07 without text on any page, without a reader, and beyond 500 pages they are reported', async () => {
    expect((await read(scans(2), { transcribe: async () => '' })).at(-1)).toBe('SCANNED')
    expect((await read(scans(2), {})).at(-1)).toBe('SCANNED')
    expect((await read(scanOf([{}]), { transcribe: async () => 'text' })).at(-1)).toBe('EMPTY')
    const broken = { dictionary: '/Width 9 /Height 9 /Filter /DCTDecode', data: Buffer.from('no JPEG') }
    expect((await read(scanOf([{ picture: broken }]), { transcribe: async () => 'text' })).at(-1)).toBe(
      'SCANNED',
    )
    expect((await read(scans(501), { transcribe: async () => 'text' })).at(-1)).toBe('TOO_LARGE')
  })

  test('KB-07 an error of the page reader ends the reading, as does aborting, and no process remains', async () => {
    const failing: TranscribePage = async () => {
      throw new Error('busy')
    }
    await expect(read(scans(3), { transcribe: failing })).rejects.toThrow('busy')
    const stop = new AbortController()
    const waiting: TranscribePage = (_png, signal) => {
      stop.abort(new Error('enough'))
      return new Promise((_resolve, reject) =>
        signal.aborted
          ? reject(signal.reason as Error)
          : signal.addEventListener('abort', () => reject(signal.reason as Error)),
      )
    }
    await expect(read(scans(3), { transcribe: waiting, signal: stop.signal })).rejects.toThrow('enough')
    expect(readersNow()).toEqual([])
  })

  test('KB-07 headings and tables in the transcription become blocks', () => {
    const written =
      '# Dues\r\n\nPer day,\nin francs:\n\n| Boat | Dues |\n|:--|--:|\n| a \\| b | 4 |\n\n---\n```\n## 2 ##\n* one'
    expect(blocksOfMarkdown(written)).toEqual([
      { kind: 'heading', level: 1, text: 'Dues' },
      { kind: 'paragraph', text: 'Per day,\nin francs:' },
      { kind: 'row', text: 'Boat | Dues', isHeader: true },
      { kind: 'row', text: 'a | b | 4' },
      { kind: 'heading', level: 2, text: '2' },
      { kind: 'paragraph', text: '* one' },
    ])
  })
})

describe.skipIf(!existsSync('/bin/sh'))('system programs', () => {
  let folder: string
  const script = async (name: string, lines: string): Promise<string> => {
    const program = path.join(folder, name)
    await writeFile(program, `#!/bin/sh\n${lines}\n`)
    await chmod(program, 0o755)
    return program
  }
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'atrium-stand-in-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test("KB-07 OCR reads page by page; a page that it can't read is empty", async () => {
    const program = await script(
      'read',
      `test "$4" = eng || exit 3\ncat > "${folder}/page" && test -s "${folder}/page" || exit 2\necho >> "${folder}/count"\ntest $(wc -l < "${folder}/count") = 1 && exit 1\nprintf "First\\n\\nwho-\\never\\n"`,
    )
    const oneByOne = scanOf([{ picture: plain() }])
    expect((await read(oneByOne, { tesseract: { program, languages: 'eng' } })).at(-1)).toBe('SCANNED')
    expect(await read(oneByOne, { tesseract: { program, languages: 'eng' } })).toEqual([
      { type: 'parts', total: 1 },
      paragraph(1, 'First'),
      paragraph(1, 'whoever'),
      part(1),
    ])
  })

  test('KB-07 endless output is stopped', async () => {
    const flood = runLimited(await script('flood', 'exec cat /dev/zero'), [], {
      signal: new AbortController().signal,
    })
    await expect(flood).rejects.toMatchObject({ problem: 'TOO_LARGE' })
  })

  test('KB-07 aborting ends the program', async () => {
    const stop = new AbortController()
    const sleeping = runLimited(await script('sleep', 'exec sleep 600'), [], { signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(sleeping).rejects.toThrow('enough')
  })
})

const scan = path.resolve(
  import.meta.dirname,
  '../../../../../shared/fixtures/documents/files/pdf/tika__testOCR.pdf',
)
const tesseract = await findTesseract()
if (!tesseract || !existsSync(scan))
  console.warn(
    'Skipped: tesseract, or the scanned page (../shared/fixtures/documents), is not on this machine.',
  )

test.skipIf(!tesseract || !existsSync(scan))('KB-07 the real tesseract reads a scanned page', async () => {
  expect(await read(readFileSync(scan), { tesseract })).toContainEqual(paragraph(1, 'Happy New Year 2003!'))
})
