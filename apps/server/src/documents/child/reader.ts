import type { ReaderEvent } from '../block.ts'

export type ReaderOptions = {
  /** The longer side, in pixels, of pictures of pages without text; 0 when nobody can read these. */
  picturePixels: number
}

/** Reads the whole bytes of a document of one kind. Throws `DocumentFailure`, or whatever a library throws at damaged bytes. */
export type Reader = (bytes: Buffer, options: ReaderOptions) => AsyncIterable<ReaderEvent>
