import type { Readable } from 'node:stream'
import { limits, type ReadableEnding } from '@atrium/contract'
import { type Block, DocumentFailure, readDocument } from '@atrium/documents'
import { fail } from '../../platform/failure.ts'
import type { Passage } from './translation-state.ts'

/** A longer passage is split at a space. */
const maxPassageCharacters = 4_000

/** Reads the passages of a document, in order. Throws JOB_DOCUMENT_UNREADABLE, or JOB_DOCUMENT_TOO_LARGE above the maximum. */
export async function readPassages(
  file: { open(): Readable; sizeBytes: number },
  ending: ReadableEnding,
  signal: AbortSignal,
): Promise<Passage[]> {
  const passages: Passage[] = []
  let characters = 0
  try {
    for await (const event of readDocument(file, ending, { signal, tesseract: null })) {
      if (event.type !== 'block') continue
      characters += event.block.text.length
      if (characters > limits.translatedCharacters) fail('JOB_DOCUMENT_TOO_LARGE')
      passages.push(...passagesOf(event.block, passages.at(-1)))
    }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof DocumentFailure) return fail('JOB_DOCUMENT_UNREADABLE', { cause: error })
    throw error
  }
  if (passages.length === 0) return fail('JOB_DOCUMENT_UNREADABLE')
  return passages
}

function passagesOf({ kind, level, isHeader, text, place }: Block, before: Passage | undefined): Passage[] {
  if (text.trim() === '') return []
  if (kind === 'heading') return [{ kind, level: level ?? 1, text }]
  // A table begins at its header row; a sheet begins at row 1.
  if (kind === 'row')
    return [{ kind, text, ...((isHeader || before?.kind !== 'row' || place.row === 1) && { isFirst: true }) }]
  const item = /^[•◦▪‣·–-]\s+(?=\S)/.exec(text)
  if (item) return [{ kind: 'item', text: text.slice(item[0].length) }]
  return split(text).map((piece, index) => ({
    kind: 'paragraph',
    text: piece,
    ...(index > 0 && { continues: true as const }),
  }))
}

/** The text in pieces of at most the maximum, split at spaces where there are any. */
function split(text: string): string[] {
  const pieces: string[] = []
  let rest = text
  while (rest.length > maxPassageCharacters) {
    const space = rest.lastIndexOf(' ', maxPassageCharacters)
    const end = space > maxPassageCharacters / 2 ? space : maxPassageCharacters
    pieces.push(rest.slice(0, end).toWellFormed())
    rest = rest.slice(end).trimStart()
  }
  return [...pieces, rest.toWellFormed()]
}
