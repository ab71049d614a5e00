import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { changedBlocks } from './changed-blocks.ts'

const containers = new Set(['bulletList', 'orderedList', 'taskList', 'blockquote', 'table'])
const rightToLeft = /^[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u

/** The direction of the first letter in a block and what it contains; null without a letter. */
export function directionOf(block: Node): 'rtl' | 'ltr' | null {
  let found: 'rtl' | 'ltr' | null = null
  block.descendants((node) => {
    const letter = found === null ? /\p{L}/u.exec(node.text ?? '')?.[0] : undefined
    if (letter !== undefined) found = rightToLeft.test(letter) ? 'rtl' : 'ltr'
    return found === null
  })
  return found
}

/**
 * Gives lists, quotes and tables the direction of their text, so that bullets, checkboxes, lines and columns are on its side. `dir="auto"`
 * can't: it leaves out the text of paragraphs that have a direction of their own.
 */
export const ContainerDirection = Extension.create({
  name: 'containerDirection',
  addProseMirrorPlugins: () => [containerDirection()],
})

export function containerDirection(): Plugin<DecorationSet> {
  const plugin: Plugin<DecorationSet> = new Plugin<DecorationSet>({
    state: {
      init: (_config, { doc }) => decorate(doc),
      apply: ({ doc, docChanged, mapping }, set, before) =>
        docChanged ? redecorate(set.map(mapping, doc), before.doc, doc) : set,
    },
    props: { decorations: (state) => plugin.getState(state) },
  })
  return plugin
}

const decorate = (doc: Node): DecorationSet =>
  DecorationSet.create(doc, decorationsIn(doc, 0, doc.content.size))

/** Decorates what a change has touched: in a long document, most keys touch one paragraph. */
function redecorate(mapped: DecorationSet, before: Node, doc: Node): DecorationSet {
  const { from, to } = changedBlocks(before, doc)
  const added = decorationsIn(doc, from, to)
  // Decorations that cross its edges belong to the neighboring blocks.
  const old = mapped.find(from, to).filter((one) => one.from >= from && one.to <= to)
  return old.length + added.length === 0 ? mapped : mapped.remove(old).add(doc, added)
}

function decorationsIn(doc: Node, from: number, to: number): Decoration[] {
  const decorations: Decoration[] = []
  if (from === to) return decorations
  doc.nodesBetween(from, to, (node, position) => {
    if (node.isTextblock || position < from) return false
    const dir = containers.has(node.type.name) ? directionOf(node) : null
    if (dir !== null) decorations.push(Decoration.node(position, position + node.nodeSize, { dir }))
    return true
  })
  return decorations
}
