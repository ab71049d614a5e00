import { Console } from 'node:console'
import { buffer } from 'node:stream/consumers'
import type { Block } from '../block.ts'
import { DocumentFailure, type DocumentProblem } from '../document-failure.ts'
import type { ReadAs } from '../ending.ts'
import { closeNetwork } from './close-network.ts'
import { inPieces } from './in-pieces.ts'
import type { Reader } from './reader.ts'

/**
 * Reads one document: bytes from standard input, how to read it and the size of page pictures as arguments; writes lines of JSON, the
 * last of which says whether it was read to its end. Loads only the reader of this kind.
 */
closeNetwork()
// Messages of libraries are not part of the output.
globalThis.console = new Console(process.stderr)

const readers: Record<ReadAs, () => Promise<Reader>> = {
  pdf: async () => (await import('./pdf/read-pdf.ts')).readPdf,
  txt: async () => (await import('./read-txt.ts')).readTxt,
  csv: async () => (await import('./read-csv.ts')).readCsv,
  docx: async () => (await import('./docx/read-docx.ts')).readDocx,
  word: async () => (await import('./docx/read-word.ts')).readWord,
  odt: async () => (await import('./read-odt.ts')).readOdt,
  pptx: async () => (await import('./pptx/read-pptx.ts')).readPptx,
  xlsx: async () => (await import('./xlsx/read-xlsx.ts')).readXlsx,
  xls: async () => (await import('./read-xls.ts')).readXls,
  png: async () => (await import('./image/read-image.ts')).readPng,
  jpg: async () => (await import('./image/read-image.ts')).readJpeg,
  jpeg: async () => (await import('./image/read-image.ts')).readJpeg,
  gif: async () => (await import('./image/read-image.ts')).readGif,
  webp: async () => (await import('./image/read-image.ts')).readWebp,
}

const flushedCharacters = 64 * 1024

async function main(readAs: string, picturePixels: number): Promise<void> {
  const read = await readers[readAs as ReadAs]()
  const bytes = await buffer(process.stdin)
  let lines = ''
  let hasText = false
  for await (const event of inPieces(read(bytes, { picturePixels }))) {
    hasText ||=
      event.type === 'picture' ||
      event.type === 'word' ||
      (event.type === 'block' && !isNameOfSheet(event.block))
    lines += `${JSON.stringify(event)}\n`
    if ((event.type !== 'block' && event.type !== 'word') || lines.length > flushedCharacters) {
      await send(lines)
      lines = ''
    }
  }
  await send(lines)
  if (!hasText) throw new DocumentFailure('EMPTY')
}

/** A workbook's sheet names are not text of the sheets; headings of other documents are. */
const isNameOfSheet = ({ kind, place }: Block): boolean => kind === 'heading' && place.sheet !== undefined

/** Resolves when written: waits for a slow consumer. */
const send = (lines: string): Promise<void> =>
  new Promise((resolve) => process.stdout.write(lines, () => resolve()))

/** An error of a library is caused by the bytes: the document is damaged. */
function problemOf(error: unknown): DocumentProblem {
  if (error instanceof DocumentFailure) return error.problem
  const isTooLarge =
    error instanceof RangeError && /allocation failed|string length|array length/i.test(error.message)
  return isTooLarge ? 'TOO_LARGE' : 'DAMAGED'
}

try {
  await main(process.argv[2] ?? '', Number(process.argv[3] ?? 0))
  await send(`${JSON.stringify({ type: 'end' })}\n`)
} catch (error) {
  const failed = { type: 'failed', problem: problemOf(error), cause: String(error).slice(0, 500) }
  await send(`${JSON.stringify(failed)}\n`)
}
process.exit()
