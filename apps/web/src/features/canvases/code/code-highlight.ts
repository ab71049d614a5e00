import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import {
  type ColoredBlock,
  type ColoredLine,
  languageId,
  openColoredBlock,
} from '../../conversation/index.ts'
import { changedBlocks } from '../editor/changed-blocks.ts'

/** A code block with a known language. `id` stays while it is edited and moved; `from` is the position of the node. */
type CodeBlock = { id: number; from: number; node: Node; language: string }
type Highlighted = { blocks: readonly CodeBlock[]; colors: DecorationSet }
type Recolored = { old: Decoration[]; added: Decoration[] }

const key = new PluginKey<Highlighted>('codeHighlight')
let ids = 0

/**
 * Colors code blocks with the chat's highlighting worker, which starts with the first block of a known language. Colors move with the
 * text until the worker has read it.
 */
export const CodeHighlight = Extension.create({
  name: 'codeHighlight',
  addProseMirrorPlugins: () => [
    new Plugin<Highlighted>({
      key,
      state: {
        init: (_config, { doc }) => ({
          blocks: codeBlocksIn(doc, 0, doc.content.size),
          colors: DecorationSet.empty,
        }),
        apply(transaction, before) {
          const change = transaction.getMeta(key) as Recolored | undefined
          if (change) return recolor(before, transaction.doc, change)
          return transaction.docChanged ? follow(before, transaction) : before
        },
      },
      props: { decorations: (state) => key.getState(state)?.colors },
      view: (view) => new Coloring(view),
    }),
  ],
})

function codeBlocksIn(doc: Node, from: number, to: number): CodeBlock[] {
  const blocks: CodeBlock[] = []
  if (from === to) return blocks
  doc.nodesBetween(from, to, (node, position) => {
    if (!node.isTextblock) return true
    const written: unknown = node.type.spec.code ? node.attrs['language'] : undefined
    const language = typeof written === 'string' ? languageId(written) : undefined
    if (language !== undefined) blocks.push({ id: ++ids, from: position, node, language })
    return false
  })
  return blocks
}

const endOf = ({ from, node }: CodeBlock): number => from + node.nodeSize

const recolor = ({ blocks, colors }: Highlighted, doc: Node, { old, added }: Recolored): Highlighted => ({
  blocks,
  colors: colors.remove(old).add(doc, added),
})

/** Finds the blocks again after a change, in the part that it touched, and moves their colors. */
function follow(before: Highlighted, { doc, before: old, mapping }: Transaction): Highlighted {
  const { from, to } = changedBlocks(old, doc)
  const found = codeBlocksIn(doc, from, to)
  if (found.length + before.blocks.length === 0) return before
  const grown = doc.content.size - old.content.size
  const touched = new Set<CodeBlock>()
  const pairs: { was: CodeBlock; now: CodeBlock }[] = []
  for (const was of before.blocks)
    if (was.from < from) pairs.push({ was, now: was })
    else if (was.from >= to - grown) pairs.push({ was, now: { ...was, from: was.from + grown } })
    else touched.add(was)
  const added = pairUp(found, touched, pairs)
  const blocks = [...pairs.map(({ now }) => now), ...added]
  const mapped = before.colors.map(mapping, doc)
  const change: Recolored = { old: [], added: [] }
  // Colors of blocks that no longer exist, or have another language.
  if (touched.size > 0)
    change.old = mapped.find(from, to).filter((color) => !blocks.some((block) => isInside(color, block)))
  for (const { was, now } of pairs) {
    const { pos, deleted } = mapping.mapResult(was.from)
    if (pos === now.from && !deleted) continue
    // Others' changes replace the whole document, and a moved block is deleted and inserted.
    change.old.push(...mapped.find(now.from, endOf(now)).filter((color) => isInside(color, now)))
    change.added.push(...movedColors(before.colors, was, now))
  }
  return recolor({ blocks, colors: mapped }, doc, change)
}

const isInside = ({ from, to }: Decoration, block: CodeBlock): boolean =>
  from > block.from && to < endOf(block)

/** Pairs blocks with those from before the change, and removes these from `before`; returns the new blocks. */
function pairUp(
  found: readonly CodeBlock[],
  before: Set<CodeBlock>,
  pairs: { was: CodeBlock; now: CodeBlock }[],
): CodeBlock[] {
  const unpaired = (fits: (was: CodeBlock, now: CodeBlock) => boolean) => (block: CodeBlock) => {
    for (const was of before) {
      if (was.language !== block.language || !fits(was, block)) continue
      before.delete(was)
      pairs.push({ was, now: { ...block, id: was.id } })
      return false
    }
    return true
  }
  return found
    .filter(unpaired((was, now) => was.node.textContent === now.node.textContent))
    .filter(unpaired(() => true))
}

/** The colors of a block at its new position, except in the part of its text that changed. */
function movedColors(colors: DecorationSet, was: CodeBlock, now: CodeBlock): Decoration[] {
  const [before, after] = [was.node.textContent, now.node.textContent]
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const shift = now.from - was.from
  return colors.find(was.from, endOf(was)).flatMap(({ from, to, spec }) => {
    const { kind } = spec as { kind: string }
    const text = was.from + 1
    if (from >= text && to <= text + start) return [colorOf(from + shift, to + shift, kind)]
    if (from < text + before.length - end || to > text + before.length) return []
    const shiftOfEnd = shift + after.length - before.length
    return [colorOf(from + shiftOfEnd, to + shiftOfEnd, kind)]
  })
}

/** Text typed at the end of a token takes its color until the worker has read it. */
const colorOf = (from: number, to: number, kind: string): Decoration =>
  Decoration.inline(from, to, { 'data-token': kind }, { kind, inclusiveEnd: true })

type OpenBlock = {
  block: ColoredBlock
  node: Node | null
  /** The code that was sent. */
  code: string | null
  lines: ColoredLine[]
  /** First line whose colors are not shown yet. */
  shownTo: number
}

/** Sends changed code to the worker, and shows the colors that arrive. */
class Coloring {
  readonly #view: EditorView
  readonly #open = new Map<number, OpenBlock>()
  #blocks: readonly CodeBlock[] = []
  #waiting = new Set<number>()

  constructor(view: EditorView) {
    this.#view = view
    this.update()
  }

  update(): void {
    const { blocks = [] } = key.getState(this.#view.state) ?? {}
    if (this.#waiting.size > 0 && !this.#view.composing) queueMicrotask(() => this.#showWaiting())
    if (blocks === this.#blocks) return
    this.#blocks = blocks
    const gone = new Set(this.#open.keys())
    for (const block of blocks) {
      gone.delete(block.id)
      this.#send(block)
    }
    for (const id of gone) this.#close(id)
  }

  #send({ id, node, language }: CodeBlock): void {
    const open = this.#open.get(id) ?? this.#openBlock(id, language)
    if (!open || open.node === node) return
    open.node = node
    if (open.code === node.textContent) return
    open.code = node.textContent
    open.block.color(open.code)
  }

  #openBlock(id: number, language: string): OpenBlock | null {
    const block = openColoredBlock(language, ({ from, tokens }) => {
      const open = this.#open.get(id)
      if (!open) return
      open.lines.splice(from, open.lines.length, ...tokens)
      open.shownTo = Math.min(open.shownTo, from)
      this.#show(id, open)
    })
    if (!block) return null
    const open: OpenBlock = { block, node: null, code: null, lines: [], shownTo: 0 }
    this.#open.set(id, open)
    return open
  }

  #showWaiting(): void {
    if (this.#view.isDestroyed) return
    const waiting = this.#waiting
    this.#waiting = new Set()
    for (const id of waiting) {
      const open = this.#open.get(id)
      if (open) this.#show(id, open)
    }
  }

  #show(id: number, open: OpenBlock): void {
    const { state } = this.#view
    const { blocks = [], colors = DecorationSet.empty } = key.getState(state) ?? {}
    const block = blocks.find((one) => one.id === id)
    if (!block) return
    // An input method loses its text when the elements around it change.
    if (this.#view.composing) {
      this.#waiting.add(id)
      return
    }
    const read = readLines(open, block)
    if (!read) return
    open.shownTo = open.lines.length
    const { from, to, wanted } = read
    const shown = colors.find(from, to).filter((color) => color.to > from && color.from < to)
    const old = shown.filter((color) => !wanted.delete(nameOf(color)))
    const added = [...wanted.values()]
    if (old.length + added.length > 0)
      this.#view.dispatch(state.tr.setMeta(key, { old, added } satisfies Recolored))
  }

  #close(id: number): void {
    this.#open.get(id)?.block.close()
    this.#open.delete(id)
    this.#waiting.delete(id)
  }

  destroy(): void {
    for (const id of [...this.#open.keys()]) this.#close(id)
  }
}

const nameOf = ({ from, to, spec }: Decoration): string => `${from} ${to} ${(spec as { kind: string }).kind}`

/** The colors of lines that are not shown yet, by their names. Null when the code has changed since: its lines follow. */
function readLines(
  { lines, shownTo }: OpenBlock,
  { from: position, node }: CodeBlock,
): { from: number; to: number; wanted: Map<string, Decoration> } | null {
  if (shownTo >= lines.length) return null
  const code = node.textContent
  const wanted = new Map<string, Decoration>()
  let offset = 0
  let from = position + 1
  for (const [index, line] of lines.entries()) {
    if (index === shownTo) from = position + 1 + offset
    for (const { text, kind } of line) {
      if (!code.startsWith(text, offset)) return null
      const start = position + 1 + offset
      offset += text.length
      if (index < shownTo || kind === undefined) continue
      const color = colorOf(start, position + 1 + offset, kind)
      wanted.set(nameOf(color), color)
    }
  }
  return { from, to: position + 1 + offset, wanted }
}
