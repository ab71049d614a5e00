import { Extension, type Editor } from '@tiptap/core'
import { NodeSelection, Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { yUndoPluginKey } from '@tiptap/y-tiptap'
import type { UndoManager } from 'yjs'
import { createEvent } from '../../../lib/store.ts'
import { blockElementAt, placeBeside } from './block-element.ts'
import { moveBlock } from './move-block.ts'

/** How a block was moved by keyboard, or that it is already at the edge. */
export type BlockMove = 'movedUp' | 'movedDown' | 'isFirst' | 'isLast'

/** A key that moves blocks was pressed. */
export const blockMoved = createEvent<{ editor: Editor; move: BlockMove }>()

/**
 * A handle beside the block or list item under the mouse, which drags and selects it. Alt+Shift+Up and Down move the selected ones by
 * keyboard.
 */
export const BlockHandle = Extension.create<{ hint: string }>({
  name: 'blockHandle',
  addOptions: () => ({ hint: '' }),
  addKeyboardShortcuts() {
    const { editor } = this
    return {
      'Alt-Shift-ArrowUp': () => move(editor, -1),
      'Alt-Shift-ArrowDown': () => move(editor, 1),
    }
  },
  addProseMirrorPlugins() {
    const { hint } = this.options
    return [
      new Plugin({
        view: (view) => new Handle(view, hint),
        props: { attributes: { 'aria-keyshortcuts': 'Alt+Shift+ArrowUp Alt+Shift+ArrowDown' } },
      }),
    ]
  },
})

function move(editor: Editor, by: -1 | 1): true {
  const { state, view } = editor
  const moved = moveBlock(state, by)
  const { undoManager } = (yUndoPluginKey.getState(state) ?? {}) as { undoManager?: UndoManager }
  if (moved) {
    // A separate undo step, without the text typed before and after it.
    undoManager?.stopCapturing()
    view.dispatch(moved)
    undoManager?.stopCapturing()
  }
  if (by === -1) blockMoved.emit({ editor, move: moved ? 'movedUp' : 'isFirst' })
  else blockMoved.emit({ editor, move: moved ? 'movedDown' : 'isLast' })
  return true
}

class Handle {
  readonly #view: EditorView
  readonly #dom = document.createElement('div')
  readonly #ended = new AbortController()
  #block: HTMLElement | null = null
  #frame = 0

  constructor(view: EditorView, hint: string) {
    this.#view = view
    const dom = this.#dom
    dom.className = 'block-handle'
    dom.draggable = true
    dom.hidden = true
    dom.dataset['hint'] = hint
    // For the mouse only: the keyboard shortcuts do the same.
    dom.ariaHidden = 'true'
    view.dom.parentElement?.append(dom)
    const { signal } = this.#ended
    view.dom.addEventListener('pointermove', this.#follow, { signal })
    view.dom.addEventListener('pointerleave', this.#leave, { signal })
    dom.addEventListener('pointerleave', this.#leave, { signal })
    dom.addEventListener('click', () => this.#select() && view.focus(), { signal })
    dom.addEventListener('dragstart', this.#drag, { signal })
    dom.addEventListener('dragend', this.#dragEnd, { signal })
  }

  readonly #follow = ({ pointerType, buttons, clientY }: PointerEvent): void => {
    if (pointerType === 'touch' || buttons !== 0 || !this.#view.editable) return
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(() => this.#show(clientY))
  }

  readonly #leave = ({ relatedTarget }: PointerEvent): void => {
    const isWithin = relatedTarget instanceof Node && this.#view.dom.contains(relatedTarget)
    if (!isWithin && relatedTarget !== this.#dom) this.#hide()
  }

  #show(y: number): void {
    const block = blockElementAt(this.#view.dom, y)
    if (block === this.#block) return
    this.#hide()
    if (!block || this.#positionOf(block) === null) return
    this.#block = block
    this.#dom.hidden = false
    placeBeside(this.#dom, block)
  }

  #hide(): void {
    cancelAnimationFrame(this.#frame)
    if (this.#block === null) return
    this.#block = null
    this.#dom.hidden = true
  }

  /** The position of the block of an element; null when it is not part of the document. */
  #positionOf(block: HTMLElement): number | null {
    const $inside = this.#view.state.doc.resolve(this.#view.posAtDOM(block, 0))
    for (let depth = $inside.depth; depth >= 0; depth--) {
      const position = depth === 0 ? $inside.pos : $inside.before(depth)
      if (this.#view.nodeDOM(position) === block) return position
    }
    return null
  }

  #select(): NodeSelection | null {
    const position = this.#block && this.#positionOf(this.#block)
    if (position === null) return null
    const { state } = this.#view
    const selection = NodeSelection.create(state.doc, position)
    this.#view.dispatch(state.tr.setSelection(selection))
    return selection
  }

  readonly #drag = (event: DragEvent): void => {
    const block = this.#block
    const selection = this.#select()
    if (!block || !selection || !event.dataTransfer) return event.preventDefault()
    const slice = selection.content()
    const { dom, text } = this.#view.serializeForClipboard(slice)
    const { left, top } = block.getBoundingClientRect()
    event.dataTransfer.setData('text/html', dom.innerHTML)
    event.dataTransfer.setData('text/plain', text)
    event.dataTransfer.effectAllowed = 'copyMove'
    event.dataTransfer.setDragImage(block, event.clientX - left, event.clientY - top)
    this.#view.dragging = { slice, move: true }
  }

  readonly #dragEnd = (): void => {
    this.#view.dragging = null
  }

  update(view: EditorView, before: EditorView['state']): void {
    if (!view.editable || view.state.doc !== before.doc) this.#hide()
  }

  destroy(): void {
    this.#hide()
    this.#ended.abort()
    this.#dom.remove()
  }
}
