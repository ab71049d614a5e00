import type { DocumentEnding } from '@atrium/contract'
import type { ReadEvent } from './block.ts'
import { findTesseract, type Tesseract } from './find-tesseract.ts'
import { markdownReader, type TranscribePage } from './markdown-reader.ts'
import { type DocumentBytes, readInProcess, type ReadOptions } from './read-in-process.ts'
import { readPictures } from './read-pictures.ts'
import { tesseractReader } from './tesseract-reader.ts'

type Options = Omit<ReadOptions, 'picturePixels'> & {
  /** What reads pages that are pictures; the system's tesseract when there is none. */
  transcribe?: TranscribePage | null
  /** By default what the system has. */
  tesseract?: Tesseract | null
}

/**
 * What a document says, as it is read: neither the file nor its text is ever held here as a whole. Each file is read by a process of
 * its own, within limits of time, memory and output. Pages of a PDF that are pictures are drawn there and read here, where there is
 * something that reads them. Whoever stops listening, or aborts, ends the work. Throws `DocumentFailure`, and what `transcribe`
 * throws; when aborted, the signal's reason.
 */
export async function* readDocument(
  file: DocumentBytes,
  ending: DocumentEnding,
  { transcribe = null, tesseract, ...options }: Options,
): AsyncGenerator<ReadEvent> {
  const reader = ending === 'pdf' ? await pageReader(transcribe, tesseract) : null
  if (!reader) return yield* withoutPictures(readInProcess(file, ending, options))
  const events = readInProcess(file, ending, { ...options, picturePixels: reader.pixels })
  yield* readPictures(events, reader, options.signal)
}

async function pageReader(transcribe: TranscribePage | null, given: Tesseract | null | undefined) {
  if (transcribe) return markdownReader(transcribe)
  const tesseract = given === undefined ? await findTesseract() : given
  return tesseract && tesseractReader(tesseract)
}

/** None were asked for. */
async function* withoutPictures(events: ReturnType<typeof readInProcess>): AsyncGenerator<ReadEvent> {
  for await (const event of events) if (event.type !== 'picture') yield event
}
