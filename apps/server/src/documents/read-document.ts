import type { DocumentEnding } from '@atrium/contract'
import type { ReadEvent } from './block.ts'
import { DocumentFailure } from './document-failure.ts'
import { findScanTools, type ScanTools } from './find-scan-tools.ts'
import { type DocumentBytes, readInProcess, type ReadOptions } from './read-in-process.ts'
import { readScans } from './read-scans.ts'

type Options = ReadOptions & {
  /** What reads pictures of pages; by default what the system has. */
  scanTools?: ScanTools | null
}

/**
 * What a document says, as it is read: neither the file nor its text is ever held here as a whole. Each file is read by a process of
 * its own, within limits of time, memory and output. A PDF whose pages are pictures is read by the system's tesseract where there is
 * one; its parts are then counted anew. Whoever stops listening, or aborts, ends the work. Throws `DocumentFailure`; when aborted,
 * the signal's reason.
 */
export async function* readDocument(
  file: DocumentBytes,
  ending: DocumentEnding,
  { scanTools, ...options }: Options,
): AsyncGenerator<ReadEvent> {
  const withText = new Set<number>()
  let total = 0
  try {
    for await (const event of readInProcess(file, ending, options)) {
      if (event.type === 'parts') total = event.total ?? 0
      if (event.type === 'block') withText.add(event.block.place.page ?? 0)
      yield event
    }
  } catch (error) {
    if (!(error instanceof DocumentFailure) || error.problem !== 'SCANNED') throw error
    const tools = scanTools === undefined ? await findScanTools() : scanTools
    if (!tools) throw error
    const pages = Array.from({ length: total }, (_, index) => index + 1).filter((page) => !withText.has(page))
    yield* readScans(file, pages, tools, options.signal)
  }
}
