import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ReadEvent } from './block.ts'
import { DocumentFailure } from './document-failure.ts'
import type { ScanTools } from './find-scan-tools.ts'
import type { DocumentBytes } from './read-in-process.ts'
import { runLimited } from './run-limited.ts'

/** The longer side of a page, in pixels: some 200 to the inch of a letter; whatever size a page says it has. */
const pagePixels = 2_200
/** Reading pictures takes seconds a page. */
const mostPages = 500
const mostMs = 30 * 60_000

/**
 * Reads pages of a PDF that are pictures, one by one, by programs of the system that see no more than the file. A page that they
 * cannot read is one without text; fails as SCANNED when there is none with text, and as TOO_LARGE or TOO_SLOW when it is too much.
 */
export async function* readScans(
  file: DocumentBytes,
  pages: readonly number[],
  tools: ScanTools,
  signal: AbortSignal,
): AsyncGenerator<ReadEvent> {
  if (pages.length > mostPages) throw new DocumentFailure('TOO_LARGE', 'too many scanned pages')
  const endsAt = performance.now() + mostMs
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-scan-'))
  try {
    const copy = path.join(folder, 'document.pdf')
    await pipeline(file.open(), createWriteStream(copy), { signal }).catch((error: unknown) => {
      signal.throwIfAborted()
      throw new DocumentFailure('UNAVAILABLE', error)
    })
    yield { type: 'parts', total: pages.length }
    let hasText = false
    for (const [index, page] of pages.entries()) {
      if (performance.now() > endsAt) throw new DocumentFailure('TOO_SLOW', 'scanned pages')
      for (const text of await paragraphsOf(copy, page, tools, signal)) {
        hasText = true
        yield { type: 'block', block: { kind: 'paragraph', text, place: { page } } }
      }
      yield { type: 'part', done: index + 1 }
    }
    if (!hasText) throw new DocumentFailure('SCANNED')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function paragraphsOf(
  copy: string,
  page: number,
  { pdftoppm, tesseract, languages }: ScanTools,
  signal: AbortSignal,
): Promise<string[]> {
  const only = ['-f', String(page), '-l', String(page)]
  try {
    const picture = await runLimited(
      pdftoppm,
      [...only, '-scale-to', String(pagePixels), '-gray', '-png', copy],
      { signal },
    )
    const text = await runLimited(tesseract, ['stdin', 'stdout', '-l', languages], { signal, input: picture })
    return text
      .toString('utf8')
      .split(/\n\s*\n|\f/)
      .map((paragraph) =>
        paragraph
          .replace(/(\p{L})-\n(\p{Ll})/gu, '$1$2')
          .replace(/\s+/g, ' ')
          .trim(),
      )
      .filter((paragraph) => /[\p{L}\p{N}]/u.test(paragraph))
  } catch (error) {
    if (error instanceof DocumentFailure && error.problem === 'DAMAGED') return []
    throw error
  }
}
