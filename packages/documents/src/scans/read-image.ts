import type { ReadEvent, ReaderEvent } from '../block.ts'
import { DocumentFailure } from '../document-failure.ts'
import { type PageReader, readPictures } from './read-pictures.ts'

/** The events of an image with its text, like those of a one-page scan. Fails as EMPTY without text. */
export async function* readImage(
  events: AsyncIterable<ReaderEvent>,
  reader: PageReader,
  signal: AbortSignal,
): AsyncGenerator<ReadEvent> {
  try {
    for await (const event of readPictures(events, reader, signal))
      // It has no page numbers.
      yield event.type === 'block' ? { ...event, block: { ...event.block, place: {} } } : event
  } catch (error) {
    if (error instanceof DocumentFailure && error.problem === 'SCANNED') throw new DocumentFailure('EMPTY')
    throw error
  }
}
