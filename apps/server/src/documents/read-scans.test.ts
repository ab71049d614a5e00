import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DocumentFailure, readDocument, type ReadEvent } from './index.ts'
import { pdfOf } from './pdf-for-tests.ts'
import { runLimited } from './run-limited.ts'

/** Stand in for the system's programs: the first says which page it drew, the second reads that. */
let folder: string
const tools = () => ({
  pdftoppm: path.join(folder, 'draw'),
  tesseract: path.join(folder, 'read'),
  languages: 'eng',
})

async function script(name: string, lines: string): Promise<void> {
  await writeFile(path.join(folder, name), `#!/bin/sh\n${lines}\n`)
  await chmod(path.join(folder, name), 0o755)
}

/** Pages that show a picture of one point each. */
function scanned(pages: number): Buffer {
  const picture = 'BI /W 1 /H 1 /BPC 8 /CS /G ID x EI'
  const drawn = pdfOf(Array.from({ length: pages }, () => [])).toString('latin1')
  return Buffer.from(drawn.replaceAll('BT /F1 10 Tf 12 TL 72 720 Td  ET', picture.padEnd(33)), 'latin1')
}

async function read(bytes: Buffer, scanTools = tools()): Promise<(ReadEvent | string)[]> {
  const heard: (ReadEvent | string)[] = []
  const file = { open: () => Readable.from([bytes]), sizeBytes: bytes.length }
  try {
    for await (const event of readDocument(file, 'pdf', { signal: new AbortController().signal, scanTools }))
      heard.push(event)
  } catch (error) {
    if (!(error instanceof DocumentFailure)) throw error
    heard.push(error.problem)
  }
  return heard
}

describe.skipIf(!existsSync('/bin/sh'))('pages that are pictures', () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'atrium-stand-in-'))
    vi.stubEnv('TMPDIR', folder)
    await script('draw', 'test -f "$9" || exit 9\necho "page $2"')
    await script(
      'read',
      'read line\ntest "$line" = "page 2" && exit 1\nprintf "First of $line\\n\\nwho-\\never\\n"',
    )
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  })

  test('KB-07 they are read by the programs of the system, page by page; one that cannot be is empty', async () => {
    const block = (page: number, text: string) => ({
      type: 'block',
      block: { kind: 'paragraph', text, place: { page } },
    })
    expect(await read(scanned(3))).toEqual([
      { type: 'parts', total: 3 },
      ...[1, 2, 3].map((done) => ({ type: 'part', done })),
      { type: 'parts', total: 3 },
      block(1, 'First of page 1'),
      block(1, 'whoever'),
      { type: 'part', done: 1 },
      { type: 'part', done: 2 },
      block(3, 'First of page 3'),
      block(3, 'whoever'),
      { type: 'part', done: 3 },
    ])
    expect((await readdir(folder)).sort()).toEqual(['draw', 'read'])
  })

  test('KB-07 without text on any page they are reported', async () => {
    await script('mute', 'cat > /dev/null')
    expect((await read(scanned(1), { ...tools(), tesseract: path.join(folder, 'mute') })).at(-1)).toBe(
      'SCANNED',
    )
  })

  test('KB-07 a program that writes without end is ended', async () => {
    await script('flood', 'exec cat /dev/zero')
    const flood = runLimited(path.join(folder, 'flood'), [], { signal: new AbortController().signal })
    await expect(flood).rejects.toMatchObject({ problem: 'TOO_LARGE' })
  })

  test('KB-07 who stops the work ends the program', async () => {
    await script('sleep', 'exec sleep 600')
    const stop = new AbortController()
    const sleeping = runLimited(path.join(folder, 'sleep'), [], { signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(sleeping).rejects.toThrow('enough')
  })
})
