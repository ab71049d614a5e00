import type { ReaderEvent, WordEvent } from '../block.ts'

export type ReaderOptions = {
  /** The longer side, in pixels, of pictures of pages without text; 0 if there is no page reader. */
  picturePixels: number
}

/** Reads all bytes of a document of one kind. Throws `DocumentFailure`, or a library's error for damaged bytes. */
export type Reader = (bytes: Buffer, options: ReaderOptions) => AsyncIterable<ReaderEvent | WordEvent>
