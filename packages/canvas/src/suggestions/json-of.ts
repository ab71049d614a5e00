import type { JSONContent } from '@tiptap/core'
import { XmlElement, XmlText } from 'yjs'
import type { Run } from './diff-words.ts'

/** Returns a block of a shared document as the editor's JSON. */
export function jsonOf(block: XmlElement): JSONContent {
  const attrs: Record<string, unknown> = block.getAttributes()
  const content = block
    .toArray()
    .flatMap((child) =>
      child instanceof XmlElement ? [jsonOf(child)] : child instanceof XmlText ? textOf(child) : [],
    )
  return {
    type: block.nodeName,
    ...(Object.keys(attrs).length > 0 && { attrs }),
    ...(content.length > 0 && { content }),
  }
}

const textOf = (text: XmlText): JSONContent[] =>
  runsToJson(
    (text.toDelta() as { insert: unknown; attributes?: Record<string, unknown> }[]).flatMap(
      ({ insert, attributes = {} }) =>
        typeof insert === 'string' ? [{ text: insert, marks: attributes }] : [],
    ),
  )

export const runsToJson = (runs: readonly Run[]): JSONContent[] =>
  runs.map(({ text, marks }) => ({
    type: 'text',
    text,
    marks: Object.entries(marks).map(([type, attrs]) => ({
      type,
      attrs: (attrs ?? {}) as Record<string, unknown>,
    })),
  }))
