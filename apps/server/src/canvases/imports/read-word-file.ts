import { Readable } from 'node:stream'
import { type CanvasFileProblem, limits } from '@atrium/contract'
import { DocumentFailure, readWordDocument, type WordBlock } from '@atrium/documents'
import type { Log } from '../../platform/log.ts'
import { fail } from '../../platform/failure.ts'

const second = 1000
const megabyte = 1024 * 1024
/** Limits of the process that reads one file. A person waits for it, and Word documents of a canvas' length take about a second. */
const readLimits = {
  silenceMs: 15 * second,
  baseMs: 15 * second,
  perPartMs: 0,
  perMegabyteMs: 0,
  maxMs: 15 * second,
  memoryBytes: 500 * megabyte,
  memoryEveryMs: 40,
  heapMegabytes: 320,
  outputBytes: 32 * megabyte,
}
/** The first bytes of a zip archive, and of a compound file, the format of password-protected documents. */
const signatures = [Buffer.from('504b', 'hex'), Buffer.from('d0cf11e0', 'hex')]

const messages: Record<CanvasFileProblem, string> = {
  protected: 'This document is protected with a password.',
  damaged: 'This is not a Word document (.docx), or it is damaged.',
  empty: 'This document has no text.',
  tooLarge: 'This document has too much text for one canvas.',
}

/**
 * Reads the blocks of a Word document in a separate process. Throws INVALID_INPUT with the problem, also for more text than a new canvas
 * may have.
 */
export async function readWordFile(bytes: Buffer, signal: AbortSignal, log: Log): Promise<WordBlock[]> {
  if (!signatures.some((one) => bytes.subarray(0, one.length).equals(one))) refuse('damaged')
  const file = { open: () => Readable.from([bytes]), sizeBytes: bytes.length }
  const blocks: WordBlock[] = []
  let characters = 0
  try {
    for await (const block of readWordDocument(file, { signal, limits: readLimits })) {
      characters += lengthOf(block)
      if (characters > limits.canvasMarkdownCharacters) refuse('tooLarge')
      blocks.push(block)
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof DocumentFailure)) throw error
    log.info(
      { event: 'canvas.import_failed', problem: error.problem, err: error },
      'Could not read a Word document',
    )
    refuse(problemOf(error), error)
  }
  if (characters === 0) refuse('empty')
  return blocks
}

function problemOf({ problem }: DocumentFailure): CanvasFileProblem {
  if (problem === 'PROTECTED') return 'protected'
  if (problem === 'EMPTY') return 'empty'
  return problem === 'TOO_LARGE' || problem === 'TOO_SLOW' ? 'tooLarge' : 'damaged'
}

/** Throws INVALID_INPUT with the problem of a file. */
export function refuse(problem: CanvasFileProblem, cause?: unknown): never {
  fail('INVALID_INPUT', {
    issues: [{ path: 'body.base64', message: messages[problem] }],
    details: { problem },
    cause,
  })
}

/** About the length of its Markdown: blocks, cells and formatting without text count too. */
function lengthOf(block: WordBlock): number {
  const paragraphs = block.kind === 'table' ? block.rows.flat(2) : [block]
  const cells = block.kind === 'table' ? block.rows.length * (block.rows[0]?.length ?? 0) : 0
  return paragraphs.reduce(
    (length, { runs }) =>
      runs.reduce(
        (ofRuns, { text, url = '', ...formatting }) =>
          ofRuns + text.length + url.length + 2 * Object.keys(formatting).length,
        length + (runs.length > 0 ? 2 : 0),
      ),
    3 * cells,
  )
}
