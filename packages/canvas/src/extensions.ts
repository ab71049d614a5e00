import type { AnyExtension } from '@tiptap/core'
import { Code } from '@tiptap/extension-code'
import { TaskItem, TaskList } from '@tiptap/extension-list'
import { TableKit } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import { Formula, FormulaBlocks } from './formulas/formula-node.ts'
import { ImageLinks, PictureNode } from './pictures/picture-node.ts'
import { SuggestedBlocks, SuggestedDeletion, SuggestedInsertion } from './suggestions/suggested-changes.ts'
import { withTypedMarks } from './typed-marks.ts'

/** Name of the Yjs fragment with the document: the default of Tiptap's Collaboration extension. */
export const documentField = 'default'

const linkProtocols = /^(?:https?|mailto|tel):/i

/** Only these can be followed: a link with `javascript:` or `data:` would run what somebody else wrote. */
export const isAllowedLink = (url: string): boolean => linkProtocols.test(url.trim())

/**
 * The nodes and marks of a canvas. Undo is the collaboration extension's own: the usual one would undo what others wrote. Images from
 * other sites are not included, since a document must not load anything from there.
 */
export const canvasExtensions = (): AnyExtension[] => [
  StarterKit.extend({
    addExtensions() {
      return (this.parent?.() ?? []).map(withTypedMarks)
    },
  }).configure({
    undoRedo: false,
    code: false,
    heading: { levels: [1, 2, 3, 4] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: isAllowedLink,
      HTMLAttributes: { rel: 'noopener noreferrer nofollow', target: '_blank' },
    },
  }),
  // Excludes other formatting as usual, but not suggestions.
  Code.extend({ excludes: 'bold italic strike underline link code' }),
  TaskList,
  // A checkbox is named by its text, in whatever language that is.
  TaskItem.configure({ nested: true, a11y: { checkboxLabel: ({ textContent }) => textContent || '☐' } }),
  TableKit.configure({ table: { resizable: false } }),
  Formula,
  FormulaBlocks,
  PictureNode,
  ImageLinks,
  SuggestedInsertion,
  SuggestedDeletion,
  SuggestedBlocks,
]
