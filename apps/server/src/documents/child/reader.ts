import type { ReadEvent } from '../block.ts'

/** Reads the whole bytes of a document of one kind. Throws `DocumentFailure`, or whatever a library throws at damaged bytes. */
export type Reader = (bytes: Buffer) => AsyncIterable<ReadEvent>
