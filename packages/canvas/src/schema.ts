import { getSchema, type JSONContent } from '@tiptap/core'
import { MarkdownManager } from '@tiptap/markdown'
import { canvasExtensions } from './extensions.ts'
import { withFormulas } from './formulas/keep-formulas.ts'

const extensions = canvasExtensions()

/** The schema of canvases. */
export const schema = getSchema(extensions)

export const markdown = new MarkdownManager({ extensions, indentation: { style: 'space', size: 2 } })

/** Returns a document as Markdown; formulas as their source in dollars. */
export const serialize = (document: JSONContent): string =>
  withFormulas(document, (prepared) => markdown.serialize(prepared)).trim()
