/** Names of the marks and of the block attribute in the shared document. */
export const insertionMark = 'suggestedInsertion'
export const deletionMark = 'suggestedDeletion'
export const blockAttribute = 'suggestion'

/** Who suggests a change: the id of the call, and the name of the model that wrote it. */
export type Author = { id: string; model: string }

/** Attributes of suggested text. Changes with one `part` are accepted or refused together. */
export type SuggestedText = Author & {
  part: number
  /** The text that a deletion removes: what people write within it later is never removed. Empty for an insertion. */
  was: string
}

/** A suggested block, which the document stores as a string. `was` is its text at the time. */
export type SuggestedBlock = SuggestedText & { kind: 'insert' | 'delete' }

export const writeBlock = (block: SuggestedBlock): string => JSON.stringify(block)

/** Reads the attribute of a block; null for none, and for what only a modified client can write. */
export function readBlock(value: unknown): SuggestedBlock | null {
  if (typeof value !== 'string') return null
  try {
    const { kind, ...rest } = JSON.parse(value) as Record<string, unknown>
    const text = readText(rest)
    return text && (kind === 'insert' || kind === 'delete') ? { ...text, kind } : null
  } catch {
    return null
  }
}

/** Reads the attributes of a mark. */
export function readText(attributes: Readonly<Record<string, unknown>>): SuggestedText | null {
  const { id, part, model, was = '' } = attributes
  return typeof id === 'string' &&
    typeof part === 'number' &&
    typeof model === 'string' &&
    typeof was === 'string'
    ? { id, part, model, was }
    : null
}
