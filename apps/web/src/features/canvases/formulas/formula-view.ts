import { type Formula, formulaNode, formulaOf, tidySource } from '@atrium/canvas'
import { type Editor, Extension, InputRule } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import { drawMath, type MathProblem } from '../../conversation/index.ts'
import { formulaOpened, selectedFormula } from './insert-formula.ts'

/** Texts shown at a formula that has no typeset form. */
export type FormulaWords = { empty: string } & Record<MathProblem['kind'], string>

/**
 * Typesets formulas, creates them from typed text in dollars, and opens them with a click or Enter. An invalid formula shows its
 * source and the problem.
 */
export const FormulaView = Extension.create<{ words: FormulaWords }>({
  name: 'formulaView',
  // Before the keys of lists and paragraphs.
  priority: 1_000,
  addOptions: () => ({ words: { empty: '', invalid: '', tooLarge: '' } }),
  addInputRules: () => [
    new InputRule({
      find: displayed,
      handler: ({ state, range, match }) => replaceTyped(state.tr, range, match[1] ?? '', true),
    }),
    new InputRule({
      find: certain,
      handler: ({ state, range, match }) => replaceTyped(state.tr, range, match[1] ?? '', false),
    }),
    new InputRule({
      find: followed,
      handler({ state, range, match: [, source = '', next = ''] }) {
        if (isPrice(source)) return null
        return replaceTyped(state.tr, range, source, false, next)
      },
    }),
  ],
  addProseMirrorPlugins() {
    const { editor } = this
    const { words } = this.options
    return [
      new Plugin({
        props: {
          nodeViews: { [formulaNode]: (node) => new FormulaNodeView(node, words) },
          handleKeyDown(view, { key, isComposing }) {
            if (key !== 'Enter' || isComposing || !view.editable) return false
            if (selectedFormula(view.state)) return open(editor)
            replaceBeforeCursor(view)
            return false
          },
          handleClickOn(view, _position, node, nodePosition, _event, isDirect) {
            if (node.type.name !== formulaNode || !isDirect) return false
            view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, nodePosition)))
            return view.editable ? open(editor) : true
          },
        },
      }),
    ]
  },
})

function open(editor: Editor): true {
  formulaOpened.emit(editor)
  return true
}

const source = String.raw`(?![\s$])((?:\\[^\n]|[^\\$${'`'}\n])+?)(?<!\s)`
const displayed = /(?<![\\$])\$\$((?:\\[^\n]|[^\\$`\n])+)\$\$$/u
const opening = String.raw`(?<![A-Za-z\d\\$])\$`
/** If the text has a character that prices don't have, the second dollar ends the formula. */
const certain = new RegExp(String.raw`${opening}(?=[^$]*[\\^_={}])${source}\$$`, 'u')
/** Any other formula ends with the character after its second dollar. */
const followed = new RegExp(String.raw`${opening}${source}\$([^\d$\n])$`, 'u')
const finished = new RegExp(String.raw`${opening}${source}\$$`, 'u')

/** Whether the dollars of a text are those of two amounts: `$5/$6`, `$5 and US$ 6`. */
const isPrice = (text: string): boolean =>
  /^\d/u.test(text) && (!/[\p{L}\p{N})\]}|]$/u.test(text) || /^[^\\^_={}]*\s\p{L}{2,}/u.test(text))

type Range = { from: number; to: number }

/** Replaces typed text by a formula, followed by the character after it. Null for an empty formula. */
function replaceTyped(
  tr: Transaction,
  { from, to }: Range,
  typed: string,
  isDisplay: boolean,
  next = '',
): null | void {
  const formula = { source: tidySource(typed, isDisplay), isDisplay }
  const type = tr.doc.type.schema.nodes[formulaNode]
  if (formula.source === '' || !type) return null
  tr.replaceWith(from, to, type.create(formula))
  if (next !== '') tr.insertText(next, tr.mapping.map(to))
}

/** Replaces a formula in dollars that ends at the cursor, as Enter ends it. */
function replaceBeforeCursor(view: EditorView): void {
  const { state } = view
  const found = typedBefore(state)
  if (!found) return
  const tr = state.tr
  if (replaceTyped(tr, found, found.source, false) !== null) view.dispatch(tr)
}

function typedBefore({ selection }: EditorState): (Range & { source: string }) | null {
  const { $from, from, empty } = selection
  if (!(selection instanceof TextSelection) || !empty || $from.parent.type.spec.code) return null
  if ($from.marks().some(({ type }) => type.spec.code)) return null
  const text = $from.parent.textBetween(0, $from.parentOffset, undefined, '\uFFFC')
  const match = finished.exec(text)
  const typed = match?.[1]
  if (!match || typed === undefined || typed.includes('\uFFFC') || isPrice(typed)) return null
  return { from: from - match[0].length, to: from, source: typed }
}

/** Attributes of the element that change: a suggestion, and how it is displayed. */
const changing = ['data-display', 'data-suggested', 'data-model']

class FormulaNodeView implements NodeView {
  readonly dom = document.createElement('span')
  readonly #place = document.createElement('span')
  readonly #note = document.createElement('span')
  readonly #words: FormulaWords
  #shown: Formula | null = null
  #cancel = () => {}

  constructor(node: Node, words: FormulaWords) {
    this.#words = words
    this.dom.dir = 'ltr'
    this.dom.className = 'formula'
    this.#note.className = 'formula-note'
    this.dom.append(this.#place, this.#note)
    this.update(node)
  }

  update(node: Node): boolean {
    const { name: type, spec } = node.type
    if (type !== formulaNode || !spec.toDOM) return false
    const [, attributes] = spec.toDOM(node) as unknown as [string, Record<string, string>]
    for (const name of changing)
      if (name in attributes) this.dom.setAttribute(name, attributes[name] ?? '')
      else this.dom.removeAttribute(name)
    const formula = formulaOf(node.attrs)
    if (this.#shown?.source === formula.source && this.#shown.isDisplay === formula.isDisplay) return true
    this.#draw(formula)
    return true
  }

  #draw(formula: Formula): void {
    const { source: text, isDisplay } = formula
    this.#cancel()
    const isFirst = this.#shown === null
    this.#shown = formula
    // The previous rendering stays until the next one is ready.
    if (isFirst || text === '') this.#showSource(text === '' ? this.#words.empty : text, '')
    if (text === '') return
    this.#cancel = drawMath(this.#place, {
      formula: text,
      isDisplay,
      onDone: (problem) => {
        if (problem) return this.#showSource(text, this.#words[problem.kind])
        this.#place.className = ''
        this.#note.textContent = ''
      },
    })
  }

  #showSource(text: string, note: string): void {
    this.#place.className = 'formula-source'
    this.#place.textContent = text
    this.#note.textContent = note
  }

  // Rendering is not a change of the document.
  ignoreMutation = () => true

  destroy(): void {
    this.#cancel()
  }
}
