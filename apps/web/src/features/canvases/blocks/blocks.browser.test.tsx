import { canvasExtensions, markdownOfDocument } from '@atrium/canvas'
import { Editor } from '@tiptap/core'
import { Collaboration } from '@tiptap/extension-collaboration'
import { Markdown } from '@tiptap/markdown'
import { NodeSelection } from '@tiptap/pm/state'
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import * as Y from 'yjs'
import { CaretBlock } from './caret-block.ts'
import { ContainerDirection } from '../editor/container-direction.ts'
import { type BlockMove, BlockHandle, blockMoved } from './block-handle.ts'
import { moveBlock } from './move-block.ts'
import styles from '../editor/editor.module.css'

let editor: Editor
afterEach(() => {
  editor.destroy()
  document.body.replaceChildren()
})

function show(markdown: string): void {
  const host = document.createElement('div')
  host.className = styles['text'] ?? ''
  host.style.margin = '0 40px'
  document.body.append(host)
  editor = new Editor({
    element: host,
    textDirection: 'auto',
    extensions: [
      ...canvasExtensions(),
      Markdown,
      Collaboration.configure({ document: new Y.Doc() }),
      CaretBlock,
      ContainerDirection,
      BlockHandle.configure({ hint: 'Drag' }),
    ],
  })
  editor.commands.setContent(markdown, { contentType: 'markdown' })
}
const written = () => markdownOfDocument(editor.getJSON())

function positionOf(text: string): number {
  let found = -1
  editor.state.doc.descendants((node, position) => {
    if (node.isText && node.text?.includes(text)) found = position + node.text.indexOf(text)
  })
  return found
}
const handle = () => document.querySelector<HTMLElement>('.block-handle') as HTMLElement
const textOf = (text: string) =>
  Array.from(editor.view.dom.querySelectorAll('p')).find((one) => one.textContent === text) as HTMLElement
async function hover(text: string): Promise<void> {
  await userEvent.hover(textOf(text))
  await expect.poll(() => handle().hidden).toBe(false)
}

test.each([
  ['one', 1, 'two\n\none\n\n- a\n- b'],
  ['two', -1, 'two\n\none\n\n- a\n- b'],
  ['two', 1, 'one\n\n- a\n- b\n\ntwo'],
  ['one', -1, null],
  ['a', 1, 'one\n\ntwo\n\n- b\n- a'],
  ['a', -1, null],
  ['b', 1, null],
] as const)('the block of %j moves by %i: %j', (text, by, expected) => {
  show('one\n\ntwo\n\n- a\n- b')
  editor.commands.setTextSelection(positionOf(text))
  const moved = moveBlock(editor.state, by)
  expect(moved && markdownOfDocument(moved.doc.toJSON())).toBe(expected)
  // The caret is still in its text.
  if (moved) expect(moved.selection.$from.parent.textContent).toBe(text)
})

test('selected blocks move together, a selected one and a table as a whole', () => {
  show('one\n\ntwo\n\nthree\n\n| a | b |\n| - | - |\n| c | d |')
  editor.commands.setTextSelection({ from: positionOf('two'), to: positionOf('three') + 2 })
  expect(moveBlock(editor.state, -1)?.doc.textContent).toBe('twothreeoneabcd')
  expect(moveBlock(editor.state, 1)?.doc.textContent).toBe('oneabcdtwothree')
  editor.commands.setNodeSelection(positionOf('one') - 1)
  const moved = moveBlock(editor.state, 1)
  expect(moved?.doc.textContent).toBe('twoonethreeabcd')
  expect(moved?.selection instanceof NodeSelection && moved.selection.node.textContent).toBe('one')
  editor.commands.setTextSelection(positionOf('d'))
  expect(moveBlock(editor.state, -1)?.doc.textContent).toBe('onetwoabcdthree')
})

test('Alt+Shift+Up and Down move the block or a nested list item, say so, and are undone in one step', async () => {
  show('one\n\ntwo\n\n- a\n  - b\n  - c')
  const said: BlockMove[] = []
  const stop = blockMoved.listen(({ move }) => said.push(move))
  const before = written()
  editor.commands.setTextSelection(positionOf('c'))
  editor.view.focus()
  await userEvent.keyboard('{Alt>}{Shift>}{ArrowUp}{ArrowUp}{/Shift}{/Alt}')
  expect(written()).toBe('one\n\ntwo\n\n- a\n  - c\n  - b')
  await userEvent.keyboard('{Alt>}{Shift>}{ArrowDown}{ArrowDown}{/Shift}{/Alt}')
  expect(said).toEqual(['movedUp', 'isFirst', 'movedDown', 'isLast'])
  expect(written()).toBe(before)
  // What is typed right before and after it stays.
  editor.commands.setTextSelection(positionOf('two'))
  await userEvent.keyboard('x{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}y')
  expect(written()).toBe('xytwo\n\none\n\n- a\n  - b\n  - c')
  editor.commands.undo()
  expect(written()).toBe('xtwo\n\none\n\n- a\n  - b\n  - c')
  editor.commands.undo()
  expect(written()).toBe('one\n\nxtwo\n\n- a\n  - b\n  - c')
  editor.setEditable(false)
  await userEvent.keyboard('{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}')
  expect(said).toHaveLength(5)
  stop()
})

test('the handle is at the inline start of the block under the mouse, selects it, and goes when the text changes', async () => {
  show('one\n\n- a\n  - b\n\nواحد')
  await hover('one')
  const { right } = handle().getBoundingClientRect()
  expect(right).toBeLessThanOrEqual(textOf('one').getBoundingClientRect().left)
  await userEvent.click(handle())
  expect((editor.state.selection as NodeSelection).node.textContent).toBe('one')
  await hover('b')
  await userEvent.click(handle())
  expect((editor.state.selection as NodeSelection).node.type.name).toBe('listItem')
  expect((editor.state.selection as NodeSelection).node.textContent).toBe('b')
  await hover('واحد')
  expect(handle().getBoundingClientRect().left).toBeGreaterThanOrEqual(
    textOf('واحد').getBoundingClientRect().right,
  )
  editor.commands.insertContentAt(1, 'more ')
  expect(handle().hidden).toBe(true)
  editor.setEditable(false)
  await userEvent.hover(textOf('more one'))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(handle().hidden).toBe(true)
})

test('a block far from the window is laid out when the caret comes into it, before the next letter', async () => {
  show(Array.from({ length: 200 }, (_, index) => `line ${index}`).join('\n\n'))
  editor.commands.setTextSelection(1)
  const { dom } = editor.view
  const isLaidOut = (block: Element | null) =>
    block !== null && getComputedStyle(block).contentVisibility === 'visible'
  expect(isLaidOut(dom.lastElementChild)).toBe(false)
  editor.commands.focus('end', { scrollIntoView: false })
  expect(isLaidOut(dom.lastElementChild)).toBe(true)
  editor.commands.splitBlock()
  expect(isLaidOut(dom.lastElementChild)).toBe(true)
  // Moved by the browser, whose report comes later than the next key.
  const far = dom.children[100] as HTMLElement
  getSelection()?.collapse(far, 0)
  expect(isLaidOut(far)).toBe(false)
  dom.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }))
  expect([isLaidOut(far), isLaidOut(dom.lastElementChild)]).toEqual([true, false])
  await userEvent.keyboard('xyz')
  expect(far.textContent).toBe('xyzline 100')
})
