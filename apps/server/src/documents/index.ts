import { StringDecoder } from 'node:string_decoder'
import type { Readable } from 'node:stream'
import type { DocumentEnding, DocumentProblem, PassagePlace } from '@atrium/contract'

export type Block = {
  kind: 'heading' | 'paragraph' | 'row'
  level?: number
  text: string
  place: PassagePlace
  isHeader?: true
}
export type ReadEvent =
  | { type: 'parts'; total: number | null }
  | { type: 'part'; done: number }
  | { type: 'block'; block: Block }

/** Why a document could not be read. */
export class DocumentFailure extends Error {
  readonly problem: DocumentProblem

  constructor(problem: DocumentProblem) {
    super(`The document cannot be read: ${problem}.`)
    this.name = 'DocumentFailure'
    this.problem = problem
  }
}

/** Reads txt (paragraphs between empty lines) and csv (lines). */
export async function* readDocument(
  file: { open(): Readable; sizeBytes: number },
  ending: DocumentEnding,
  { signal }: { signal: AbortSignal },
): AsyncGenerator<ReadEvent> {
  if (ending !== 'txt' && ending !== 'csv') throw new DocumentFailure('DAMAGED')
  yield { type: 'parts', total: 1 }
  const decoder = new StringDecoder('utf8')
  const end = ending === 'txt' ? /\n\s*\n/ : /\n/
  let rest = ''
  let row = 0
  for await (const bytes of file.open()) {
    signal.throwIfAborted()
    const pieces = (rest + decoder.write(bytes as Buffer)).split(end)
    rest = pieces.pop() ?? ''
    for (const text of pieces) if (text.trim()) yield { type: 'block', block: blockOf(text.trim()) }
  }
  if (rest.trim()) yield { type: 'block', block: blockOf(rest.trim()) }
  yield { type: 'part', done: 1 }

  function blockOf(text: string): Block {
    if (ending === 'txt') return { kind: 'paragraph', text, place: {} }
    row += 1
    const cells = text.split(',').join(' | ')
    return { kind: 'row', text: cells, place: { sheet: '', row }, ...(row === 1 && { isHeader: true as const }) }
  }
}
