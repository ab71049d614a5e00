import { Extension, Mark, mergeAttributes } from '@tiptap/core'
import { formulaNode } from '../formulas/formula-node.ts'
import { pictureNode } from '../pictures/picture-node.ts'
import { blockAttribute, deletionMark, insertionMark, readBlock } from './attributes.ts'

const textAttributes = () => ({
  id: { default: '', rendered: false },
  part: { default: 0, rendered: false },
  model: { default: '', renderHTML: ({ model }: Record<string, unknown>) => ({ 'data-model': model }) },
  was: { default: '', rendered: false },
})

/** Text typed beside suggested text is not part of the suggestion; nor is text copied from it. */
const suggestedText = (name: string, role: 'insertion' | 'deletion') =>
  Mark.create({
    name,
    inclusive: false,
    addAttributes: textAttributes,
    renderHTML: ({ HTMLAttributes }) => ['span', mergeAttributes(HTMLAttributes, { role, class: name }), 0],
    // Suggestions are not part of the Markdown text, which is the canvas without them.
    renderMarkdown: (node, helpers) => helpers.renderChildren(node.content ?? []),
  })

export const SuggestedInsertion = suggestedText(insertionMark, 'insertion')
export const SuggestedDeletion = suggestedText(deletionMark, 'deletion')

/** Blocks and formulas that a suggestion inserts or deletes. */
export const SuggestedBlocks = Extension.create({
  name: 'suggestedBlocks',
  addGlobalAttributes: () => [
    {
      types: suggestibleBlocks,
      attributes: {
        [blockAttribute]: {
          default: null,
          keepOnSplit: false,
          parseHTML: () => null,
          renderHTML: (attributes) => {
            const block = readBlock(attributes[blockAttribute])
            return block && { 'data-suggested': block.kind, 'data-model': block.model }
          },
        },
      },
    },
  ],
})

const suggestibleBlocks = [
  'paragraph',
  'heading',
  'codeBlock',
  'blockquote',
  'bulletList',
  'orderedList',
  'taskList',
  'listItem',
  'taskItem',
  'table',
  'horizontalRule',
  pictureNode,
  formulaNode,
]
