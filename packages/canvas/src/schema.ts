import { getSchema } from '@tiptap/core'
import { MarkdownManager } from '@tiptap/markdown'
import { canvasExtensions } from './extensions.ts'

const extensions = canvasExtensions()

/** The schema of canvases. */
export const schema = getSchema(extensions)

export const markdown = new MarkdownManager({ extensions, indentation: { style: 'space', size: 2 } })
