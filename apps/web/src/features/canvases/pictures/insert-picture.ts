import { pictureNode, pictureOf } from '@atrium/canvas'
import type { CanvasPicture } from '@atrium/contract'
import type { Editor } from '@tiptap/core'
import { type EditorState, NodeSelection, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { createEvent } from '../../../lib/store.ts'

/** Requests the choice of a picture for an editor. */
export const pictureWanted = createEvent<Editor>()
/** Requests a description of the selected picture of an editor. */
export const pictureOpened = createEvent<Editor>()

export type SelectedPicture = ReturnType<typeof pictureOf> & { position: number }

/** The picture that is selected, with its position; null for another selection. */
export function selectedPicture({ selection }: EditorState): SelectedPicture | null {
  return selection instanceof NodeSelection && selection.node.type.name === pictureNode
    ? { ...pictureOf(selection.node.attrs), position: selection.from }
    : null
}

type Change = { add: { id: object; at: number; label: string } } | { remove: object }
const key = new PluginKey<DecorationSet>('comingPictures')

/** Shows placeholders of pictures that are not there yet. */
export const comingPictures = (): Plugin<DecorationSet> =>
  new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(transaction, set) {
        const mapped = set.map(transaction.mapping, transaction.doc)
        const change = transaction.getMeta(key) as Change | undefined
        if (!change) return mapped
        if ('remove' in change)
          return mapped.remove(mapped.find(undefined, undefined, ({ id }) => id === change.remove))
        const { id, at, label } = change.add
        return mapped.add(transaction.doc, [Decoration.widget(at, () => comingElement(label), { id })])
      },
    },
    props: { decorations: (state) => key.getState(state) },
  })

function comingElement(label: string): HTMLElement {
  const element = document.createElement('span')
  element.className = 'picture-coming'
  element.setAttribute('role', 'status')
  element.textContent = label
  return element
}

type Coming = {
  /** Position of the picture; the selection by default. */
  at?: number
  alt: string
  /** Shown until the picture is there. */
  label: string
  give: () => Promise<CanvasPicture>
}

/** Inserts a picture after the block at a position, once the canvas has it. Throws the reason when that fails. */
export async function insertPicture(view: EditorView, { at, alt, label, give }: Coming): Promise<void> {
  const id = {}
  const { state } = view
  const place = at ?? state.selection.to
  view.dispatch(state.tr.setMeta(key, { add: { id, at: place, label } } satisfies Change))
  try {
    const { fileId, width, height } = await give()
    if (view.isDestroyed) return
    const found = key.getState(view.state)?.find(undefined, undefined, (spec) => spec['id'] === id)[0]
    insertNode(view, { fileId, alt, width, height }, found?.from ?? view.state.selection.to)
  } finally {
    if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, { remove: id } satisfies Change))
  }
}

/** In place of an empty paragraph, else after the block; a paragraph follows where the text ends. */
function insertNode(view: EditorView, attributes: ReturnType<typeof pictureOf>, at: number): void {
  const { tr, schema } = view.state
  const picture = schema.nodes[pictureNode]?.create(attributes)
  const paragraph = schema.nodes['paragraph']?.create()
  if (!picture || !paragraph) return
  const $at = tr.doc.resolve(Math.min(at, tr.doc.content.size))
  const isEmptyLine = $at.depth === 1 && $at.parent.type === paragraph.type && $at.parent.content.size === 0
  const from = $at.depth === 0 ? $at.pos : isEmptyLine ? $at.before() : $at.after()
  const to = isEmptyLine ? $at.after() : from
  tr.replaceWith(from, to, to === tr.doc.content.size ? [picture, paragraph] : picture)
  view.dispatch(tr.scrollIntoView())
}
