import type { WordEvent } from './block.ts'
import { type DocumentBytes, readInProcess, type ReadOptions } from './process/read-in-process.ts'
import type { WordBlock } from './word-block.ts'

/**
 * Streams the blocks of a Word document (docx) with their formatting, read in a separate process like any other document. Throws
 * `DocumentFailure`; when aborted, the signal's reason.
 */
export async function* readWordDocument(
  file: DocumentBytes,
  options: Omit<ReadOptions, 'picturePixels'>,
): AsyncGenerator<WordBlock> {
  for await (const { block } of readInProcess<WordEvent>(file, 'word', options)) yield block
}
