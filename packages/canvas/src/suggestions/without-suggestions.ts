import type { JSONContent } from '@tiptap/core'
import { blockAttribute, deletionMark, insertionMark, readBlock } from './attributes.ts'

/** Returns a document as it is without its suggestions: as if all of them were refused. Null for what is only suggested. */
export function withoutSuggestions(node: JSONContent): JSONContent | null {
  const { marks, attrs, content, ...rest } = node
  if (marks?.some(({ type }) => type === insertionMark)) return null
  const block = readBlock(attrs?.[blockAttribute])
  if (block?.kind === 'insert') return null
  const otherMarks = marks?.filter(({ type }) => type !== deletionMark)
  const { [blockAttribute]: _suggestion, ...others } = attrs ?? {}
  return {
    ...rest,
    ...(otherMarks && otherMarks.length > 0 && { marks: otherMarks }),
    ...(attrs && { attrs: others }),
    ...(content && { content: content.flatMap((child) => withoutSuggestions(child) ?? []) }),
  }
}
