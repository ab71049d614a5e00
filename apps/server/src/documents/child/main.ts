import { Console } from 'node:console'
import { buffer } from 'node:stream/consumers'
import type { DocumentEnding, DocumentProblem } from '@atrium/contract'
import { DocumentFailure } from '../document-failure.ts'
import { closeNetwork } from './close-network.ts'
import { inPieces } from './in-pieces.ts'
import type { Reader } from './reader.ts'

/**
 * Reads one document: its bytes come in by standard input, its kind and the size of pictures of pages are the arguments, what it says goes out as a line of
 * JSON each, the last of which says whether it was read to its end. Loads only what reads this kind.
 */
closeNetwork()
// What libraries say for themselves is no part of what is told.
globalThis.console = new Console(process.stderr)

const readers: Record<DocumentEnding, () => Promise<Reader>> = {
  pdf: async () => (await import('./pdf/read-pdf.ts')).readPdf,
  txt: async () => (await import('./read-txt.ts')).readTxt,
  csv: async () => (await import('./read-csv.ts')).readCsv,
  docx: async () => (await import('./docx/read-docx.ts')).readDocx,
  odt: async () => (await import('./read-odt.ts')).readOdt,
  pptx: async () => (await import('./pptx/read-pptx.ts')).readPptx,
  xlsx: async () => (await import('./xlsx/read-xlsx.ts')).readXlsx,
  xls: async () => (await import('./read-xls.ts')).readXls,
}

const flushedCharacters = 64 * 1024

async function main(ending: string, picturePixels: number): Promise<void> {
  const read = await readers[ending as DocumentEnding]()
  const bytes = await buffer(process.stdin)
  let lines = ''
  let hasText = false
  for await (const event of inPieces(read(bytes, { picturePixels }))) {
    hasText ||= event.type === 'picture' || (event.type === 'block' && event.block.kind !== 'heading')
    lines += `${JSON.stringify(event)}\n`
    if (event.type !== 'block' || lines.length > flushedCharacters) {
      await send(lines)
      lines = ''
    }
  }
  await send(lines)
  if (!hasText) throw new DocumentFailure('EMPTY')
}

/** Done when it is written: who listens slowly is waited for. */
const send = (lines: string): Promise<void> =>
  new Promise((resolve) => process.stdout.write(lines, () => resolve()))

/** A library that stumbles does so over the bytes it was given: the document is damaged. */
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
