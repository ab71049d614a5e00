import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readDocument } from '@atrium/documents'
import { longPdf } from '@atrium/documents/testing/pdf-for-tests.ts'

const pages = 2_000
const linesOfPage = 50

/** Reading a PDF of 2,000 pages of running text, in a process beside the server's. */
export type DocumentsMeasured = {
  pagesPerSecond: number
  /** Memory growth of the calling process. */
  grownMb: number
  /** The longest block of its event loop during the run. */
  longestDelayMs: number
}

export async function measureDocuments(say: (line: string) => void): Promise<DocumentsMeasured> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-bench-'))
  try {
    const file = path.join(folder, 'long.pdf')
    await writeFile(file, longPdf(pages, linesOfPage))
    say(`a PDF of ${pages} pages …`)
    return await measure(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function measure(file: string): Promise<DocumentsMeasured> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const { size: sizeBytes } = await stat(file)
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  const startedAt = performance.now()
  let most = before
  delay.enable()
  const events = readDocument({ open: () => createReadStream(file), sizeBytes }, 'pdf', {
    signal: new AbortController().signal,
  })
  for await (const event of events)
    if (event.type === 'part') most = Math.max(most, process.memoryUsage.rss())
  delay.disable()
  return {
    pagesPerSecond: pages / ((performance.now() - startedAt) / 1000),
    grownMb: (most - before) / 1024 ** 2,
    longestDelayMs: delay.max / 1e6,
  }
}
