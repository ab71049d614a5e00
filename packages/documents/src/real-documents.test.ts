import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ReadableEnding } from './ending.ts'
import { type Outcome, outcomeOf, peakMemoryOf, readersNow, textOf } from './testing/documents-for-tests.ts'

const folder = path.resolve(import.meta.dirname, '../../../../shared/fixtures/documents')
const isPresent = existsSync(path.join(folder, 'expected.json'))
if (!isPresent) console.warn('Skipped: the documents (../shared/fixtures/documents) are not on this machine.')

const Expected = z.object({
  files: z.array(z.object({ file: z.string(), outcome: z.string(), pages: z.number().optional() })),
})
const expected = isPresent
  ? Expected.parse(JSON.parse(readFileSync(path.join(folder, 'expected.json'), 'utf8'))).files
  : []

type Read = Outcome & { seconds: number }
const results = new Map<string, Read>()
const peakMemory = { bytes: 0 }
const asText = mkdtempSync(path.join(tmpdir(), 'atrium-documents-'))

async function readOne(file: string): Promise<void> {
  const ending = path.extname(file).slice(1).toLowerCase() as ReadableEnding
  const startedAt = performance.now()
  const outcome = await outcomeOf(readFileSync(path.join(folder, file)), ending)
  results.set(file, { ...outcome, seconds: (performance.now() - startedAt) / 1000 })
  const name = path.join(asText, file.replaceAll('/', '__'))
  if (outcome.problem === null) writeFileSync(`${name}.txt`, textOf(outcome))
  else writeFileSync(`${name}.error`, outcome.problem)
}

const of = (...outcomes: string[]) =>
  expected
    .filter(({ outcome }) => outcomes.includes(outcome))
    .map(({ file, pages }) => ({ file, pages, read: results.get(file) }))

describe.skipIf(!isPresent)('real documents', () => {
  beforeAll(async () => {
    const watch = setInterval(() => {
      for (const pid of readersNow()) peakMemory.bytes = Math.max(peakMemory.bytes, peakMemoryOf(pid))
    }, 20)
    const files = expected.map(({ file }) => file).values()
    const inTurn = async () => {
      for (const file of files) await readOne(file)
    }
    await Promise.all([inTurn(), inTurn()])
    clearInterval(watch)
  })
  afterAll(() => rmSync(asText, { recursive: true }))

  test('KB-07 real files are read: 95 of 100 correctly', () => {
    const check = spawnSync(process.execPath, [path.join(folder, 'check-extractor.mjs'), asText])
    const said = check.stdout.toString()
    const { share, not_run } = JSON.parse(said.split('\n')[0] ?? '') as { share: number; not_run: number }
    expect(not_run).toBe(0)
    expect(share, said).toBeGreaterThanOrEqual(0.95)
  })

  test('KB-07 protected files are reported as protected', () => {
    const files = of('password_required')
    expect(files.length).toBeGreaterThan(5)
    for (const { file, read } of files) expect(read?.problem, file).toBe('PROTECTED')
  })

  test('KB-07 broken files fail as damaged', () => {
    const files = of('malformed')
    expect(files.length).toBeGreaterThan(5)
    for (const { file, read } of files) expect(read?.problem, file).toBe('DAMAGED')
  })

  test('KB-07 scanned pages are distinguished from empty ones', () => {
    const problems = Object.fromEntries(
      of('no_text').map(({ file, read }) => [path.basename(file), read?.problem]),
    )
    expect(problems).toMatchObject({
      'tika__testOCR.pdf': 'SCANNED',
      'pdfjs__empty.pdf': 'EMPTY',
      'mammoth__empty.docx': 'EMPTY',
    })
  })

  test('KB-07 every file ends within a minute, in less than a gigabyte, whatever it contains', () => {
    for (const [file, { seconds, problem, cause }] of results) {
      expect(seconds, file).toBeLessThan(60)
      expect(problem, `${file}: ${cause}`).not.toBe('INTERNAL')
    }
    expect(peakMemory.bytes).toBeLessThan(1024 ** 3)
    if (existsSync('/proc/self/status')) expect(peakMemory.bytes).toBeGreaterThan(10 * 1024 ** 2)
  })

  test('KB-05 KB-06 pages are counted as they are read, and every passage has its page', () => {
    const pdfs = of('text').filter(({ pages, file }) => pages !== undefined && file.endsWith('.pdf'))
    expect(pdfs.length).toBeGreaterThan(5)
    for (const { file, pages, read } of pdfs) {
      expect([read?.total, read?.done], file).toEqual([pages, pages])
      for (const { place } of read?.blocks ?? []) expect(place.page, file).toBeLessThanOrEqual(pages ?? 0)
    }
  })
})
