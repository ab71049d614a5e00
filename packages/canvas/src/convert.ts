import type { JSONContent } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { prosemirrorJSONToYDoc, updateYFragment, yDocToProsemirrorJSON } from '@tiptap/y-tiptap'
import { Doc, encodeStateAsUpdate } from 'yjs'
import { documentField, isAllowedLink } from './extensions.ts'
import { markdown, schema, serialize } from './schema.ts'
import { withoutSuggestions } from './suggestions/without-suggestions.ts'

/** Returns a document with the content of a Markdown text, as a Yjs update. HTML in it stays text. */
export function stateFromMarkdown(text: string): Uint8Array {
  if (text.trim() === '') return encodeStateAsUpdate(new Doc())
  return encodeStateAsUpdate(prosemirrorJSONToYDoc(schema, wellFormed(markdown.parse(text)), documentField))
}

/** Returns a document of the editor's JSON, whose marks may be in any order, as a Yjs update. Leaves out what the schema doesn't know. */
export const stateFromDocument = (document: JSONContent): Uint8Array =>
  encodeStateAsUpdate(prosemirrorJSONToYDoc(schema, wellFormed(document), documentField))

/** Returns the blocks of a Markdown text, for the schema. */
export function parseMarkdown(text: string): Node[] {
  if (text.trim() === '') return []
  const { content } = schema.nodeFromJSON(wellFormed(markdown.parse(text)))
  const blocks = Array.from({ length: content.childCount }, (_, index) => content.child(index))
  return blocks.filter(({ type, childCount }) => type.name !== 'paragraph' || childCount > 0)
}

/** Returns a Yjs document as Markdown, without its suggestions. What the schema doesn't know, which only a modified client can write, is left out. */
export const markdownOf = (doc: Doc): string => markdownOfDocument(documentOf(doc))

/** Returns a Yjs document as the editor's JSON, with what the schema knows, without suggestions. */
export const documentOf = (doc: Doc): JSONContent =>
  onlyKnown(yDocToProsemirrorJSON(doc, documentField) as JSONContent) ?? { type: 'doc', content: [] }

export const markdownOfDocument = (document: JSONContent): string => {
  const known = onlyKnown(document)
  return known === null ? '' : serialize(known)
}

/** Changes a Yjs document into another, with as few changes as its nodes allow: what both have stays as it is. */
export function replaceDocument(doc: Doc, document: JSONContent): void {
  const node = schema.nodeFromJSON(wellFormed(document))
  updateYFragment(doc, doc.getXmlFragment(documentField), node, { mapping: new Map(), isOMark: new Map() })
}

/** Puts the parser's result into the form that the schema requires: no empty texts, and a paragraph where something must be. */
function wellFormed(parsed: JSONContent): JSONContent {
  const known = onlyKnown(parsed) ?? { type: 'doc', content: [] }
  const filled = schema.nodeFromJSON({ ...known, content: [] }).type.createAndFill(
    null,
    (known.content ?? []).flatMap((child) => {
      const node = schema.nodeFromJSON(child)
      try {
        node.check()
        return [node]
      } catch {
        // Text that the parser nested where it can't be is kept as a paragraph.
        return node.textContent === '' ? [] : [schema.node('paragraph', null, schema.text(node.textContent))]
      }
    }),
  )
  if (!filled) return schema.node('doc', null, schema.node('paragraph')).toJSON() as JSONContent
  // After any other block, the editor adds an empty line, which would change the document as soon as somebody opens it.
  const { content, lastChild } = filled
  const ended =
    lastChild?.type.name === 'paragraph' ? filled : filled.copy(content.addToEnd(schema.node('paragraph')))
  return ended.toJSON() as JSONContent
}

/** A link's address is checked as the editor does it: text from others must not become a link that runs something. */
const isKnownMark = ({ type, attrs }: NonNullable<JSONContent['marks']>[number]) =>
  type in schema.marks && (type !== 'link' || isAllowedLink(String(attrs?.['href'] ?? '')))

/** The schema refuses marks in another order than its own. */
const inOrder = (marks: NonNullable<JSONContent['marks']>) =>
  marks.toSorted((one, other) => orderOf(one.type) - orderOf(other.type))
const markOrder = Object.keys(schema.marks)
const orderOf = (type: string) => markOrder.indexOf(type)

/** What the schema knows of a document, without its suggestions. */
function onlyKnown(document: JSONContent): JSONContent | null {
  const written = withoutSuggestions(document)
  return written && knownOf(written)
}

function knownOf(node: JSONContent): JSONContent | null {
  if (node.type === 'text')
    return node.text
      ? { ...node, ...(node.marks && { marks: inOrder(node.marks.filter(isKnownMark)) }) }
      : null
  if (node.type === undefined || !(node.type in schema.nodes)) return null
  const content = (node.content ?? []).flatMap((child) => knownOf(child) ?? [])
  return { ...node, ...(node.content && { content }) }
}
