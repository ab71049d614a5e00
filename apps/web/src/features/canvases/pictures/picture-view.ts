import { pictureNode, pictureOf } from '@atrium/canvas'
import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { NodeSelection, Plugin } from '@tiptap/pm/state'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import { comingPictures, pictureOpened, selectedPicture } from './insert-picture.ts'

export type PictureWords = { loading: string; failed: string; again: string; none: string }

export type PictureViewOptions = {
  words: PictureWords
  /** The bytes of a picture; throws when they can't be loaded. */
  load: (fileId: string) => Promise<Blob>
  /** Uploads pictures that were pasted or dropped, to this place. */
  onFiles: (view: EditorView, files: readonly File[], at: number) => void
}

/** Shows the pictures of a canvas, opens their description by a click or Enter, and takes pictures that are pasted or dropped. */
export const PictureView = Extension.create<PictureViewOptions>({
  name: 'pictureView',
  priority: 1_000,
  addOptions: () => ({
    words: { loading: '', failed: '', again: '', none: '' },
    load: () => Promise.reject(new Error('Pictures are not available here.')),
    onFiles: () => {},
  }),
  addProseMirrorPlugins() {
    const { editor, options } = this
    const take = (view: EditorView, files: FileList | undefined, at: number): boolean => {
      const pictures = [...(files ?? [])].filter(({ type }) => type.startsWith('image/'))
      if (pictures.length === 0 || !view.editable) return false
      options.onFiles(view, pictures, at)
      return true
    }
    return [
      comingPictures(),
      new Plugin({
        props: {
          nodeViews: { [pictureNode]: (node) => new PictureNodeView(node, options) },
          handlePaste(view, { clipboardData }) {
            // A copied part of a page may also contain a picture of it; a copied image, a part of a page without text.
            return (
              textOf(clipboardData?.getData('text/html')) === '' &&
              take(view, clipboardData?.files, view.state.selection.to)
            )
          },
          handleDrop(view, { dataTransfer, clientX, clientY }, _slice, isMoved) {
            const at = view.posAtCoords({ left: clientX, top: clientY })?.pos
            return !isMoved && take(view, dataTransfer?.files, at ?? view.state.selection.to)
          },
          handleKeyDown: (view, { key, isComposing }) =>
            key === 'Enter' && !isComposing && selectedPicture(view.state) !== null && open(editor),
          handleClickOn(view, _position, node, position, _event, isDirect) {
            if (node.type.name !== pictureNode || !isDirect) return false
            view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, position)))
            return open(editor)
          },
        },
      }),
    ]
  },
})

const textOf = (html = ''): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent.trim()

function open(editor: Editor): true {
  if (editor.isEditable) pictureOpened.emit(editor)
  return true
}

/** Attributes of the element that a suggestion adds and removes. */
const changing = ['data-suggested', 'data-model']

class PictureNodeView implements NodeView {
  readonly dom = document.createElement('figure')
  readonly #image = document.createElement('img')
  readonly #note = document.createElement('span')
  readonly #options: PictureViewOptions
  #fileId: string | null = null
  #address: string | null = null
  #isDestroyed = false

  constructor(node: Node, options: PictureViewOptions) {
    this.#options = options
    this.dom.className = 'picture'
    this.dom.contentEditable = 'false'
    this.#note.className = 'picture-note'
    this.dom.append(this.#image, this.#note)
    this.update(node)
  }

  update(node: Node): boolean {
    const { name: type, spec } = node.type
    if (type !== pictureNode || !spec.toDOM) return false
    const [, attributes] = spec.toDOM(node) as unknown as [string, Record<string, string>]
    for (const name of changing)
      if (name in attributes) this.dom.setAttribute(name, attributes[name] ?? '')
      else this.dom.removeAttribute(name)
    const { fileId, alt, width, height } = pictureOf(node.attrs)
    this.#image.alt = alt
    if (width > 0 && height > 0) {
      this.#image.style.setProperty('--picture-width', `${width}px`)
      this.#image.style.setProperty('--picture-ratio', String(width / height))
    }
    if (fileId !== this.#fileId) {
      this.#fileId = fileId
      void this.#load(fileId)
    }
    return true
  }

  async #load(fileId: string): Promise<void> {
    const { words, load } = this.#options
    this.#show('loading', words.loading)
    if (fileId === '') return this.#show('failed', words.none)
    try {
      const bytes = await load(fileId)
      if (this.#isDestroyed || fileId !== this.#fileId) return
      this.#forget()
      this.#address = URL.createObjectURL(bytes)
      this.#image.src = this.#address
      this.#show('shown', '')
    } catch {
      if (this.#isDestroyed || fileId !== this.#fileId) return
      this.#show('failed', words.failed)
      const again = document.createElement('button')
      again.type = 'button'
      again.textContent = words.again
      again.addEventListener('click', () => void this.#load(fileId))
      this.#note.append(again)
    }
  }

  #show(state: 'loading' | 'failed' | 'shown', note: string): void {
    this.dom.dataset['state'] = state
    this.#note.textContent = note
  }

  #forget(): void {
    if (this.#address !== null) URL.revokeObjectURL(this.#address)
    this.#address = null
  }

  // The button of a failed one.
  stopEvent = ({ target }: Event): boolean => target instanceof HTMLButtonElement

  // Rendering is not a change of the document.
  ignoreMutation = () => true

  destroy(): void {
    this.#isDestroyed = true
    this.#forget()
  }
}
