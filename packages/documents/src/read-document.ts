import type { ReadEvent, ReaderEvent } from './block.ts'
import { DocumentFailure } from './document-failure.ts'
import { isImageEnding, type ReadableEnding } from './ending.ts'
import { findTesseract, type Tesseract } from './scans/find-tesseract.ts'
import { markdownReader, type TranscribePage } from './scans/markdown-reader.ts'
import { type DocumentBytes, readInProcess, type ReadOptions } from './process/read-in-process.ts'
import { readImage } from './scans/read-image.ts'
import { readPictures } from './scans/read-pictures.ts'
import { tesseractReader } from './scans/tesseract-reader.ts'

type Options = Omit<ReadOptions, 'picturePixels'> & {
  /** Reads scanned pages; the system's tesseract by default. */
  transcribe?: TranscribePage | null
  /** By default the system's. */
  tesseract?: Tesseract | null
}

/**
 * Streams a document's content: never holds the whole file or text. A separate process reads each file, with limits of time, memory and
 * output. It draws scanned PDF pages and images, which are read here if a page reader exists; without one an image fails as
 * NO_IMAGE_READER. Stops when the consumer stops or aborts. Throws `DocumentFailure`, and errors of `transcribe`; when aborted, the
 * signal's reason.
 */
export async function* readDocument(
  file: DocumentBytes,
  ending: ReadableEnding,
  { transcribe = null, tesseract, ...options }: Options,
): AsyncGenerator<ReadEvent> {
  const isImage = isImageEnding(ending)
  const reader = isImage || ending === 'pdf' ? await pageReader(transcribe, tesseract) : null
  if (!reader && isImage) throw new DocumentFailure('NO_IMAGE_READER')
  if (!reader) return yield* withoutPictures(readInProcess(file, ending, options))
  const events = readInProcess(file, ending, { ...options, picturePixels: reader.pixels })
  yield* isImage ? readImage(events, reader, options.signal) : readPictures(events, reader, options.signal)
}

async function pageReader(transcribe: TranscribePage | null, given: Tesseract | null | undefined) {
  if (transcribe) return markdownReader(transcribe)
  const tesseract = given === undefined ? await findTesseract() : given
  return tesseract && tesseractReader(tesseract)
}

/** No pictures were requested. */
async function* withoutPictures(events: AsyncIterable<ReaderEvent>): AsyncGenerator<ReadEvent> {
  for await (const event of events) if (event.type !== 'picture') yield event
}
