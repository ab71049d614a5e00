import type { ErrorCode, Translation } from '@atrium/contract'
import type { JobWork } from '../engine/program.ts'
import type { FinishedStep } from '../tables.ts'

/** A passage of a document that is translated as a whole: a heading, a paragraph, an item of a list, or a row of a table. */
export type Passage = {
  kind: 'heading' | 'paragraph' | 'item' | 'row'
  /** Of a heading: 1 is the outermost. */
  level?: number
  /** Of a row: the first of its table. */
  isFirst?: true
  /** Continues the previous passage: the document's passage was too long for one. */
  continues?: true
  text: string
}
export type DocumentOutput = { fileName: string; passages: Passage[] }
/** The translations of a part's passages, in order; null for those that the model left out. */
export type PartOutput = { first: number; texts: (string | null)[]; problem: ErrorCode | null }

/** A part: passages that one call of the model translates. `first` is the index of the first of them. */
export type Part = { first: number; passages: Passage[] }

const maxPartCharacters = 3_000
const maxPartPassages = 60

/** Splits a document into parts, in order. */
export function partsOf(passages: readonly Passage[]): Part[] {
  const parts: Part[] = []
  let characters = 0
  for (const [index, passage] of passages.entries()) {
    const part = parts.at(-1)
    if (
      part &&
      part.passages.length < maxPartPassages &&
      characters + passage.text.length <= maxPartCharacters
    ) {
      part.passages.push(passage)
      characters += passage.text.length
      continue
    }
    parts.push({ first: index, passages: [passage] })
    characters = passage.text.length
  }
  return parts
}

export type TranslationState = {
  document: DocumentOutput | null
  parts: Part[]
  done: ReadonlyMap<number, PartOutput>
}

/** Returns the state of a translation after its finished steps. */
export function translationIn(steps: readonly Pick<FinishedStep, 'kind' | 'output'>[]): TranslationState {
  const document = steps.find(({ kind }) => kind === 'document')?.output as DocumentOutput | undefined
  const done = steps.flatMap(({ kind, output }) => (kind === 'part' ? [output as PartOutput] : []))
  return {
    document: document ?? null,
    parts: partsOf(document?.passages ?? []),
    done: new Map(done.map((part) => [part.first, part])),
  }
}

export const translationOf = ({ setup }: Pick<JobWork, 'setup'>): Translation | null =>
  setup && 'translation' in setup ? setup.translation : null
