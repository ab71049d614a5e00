import { canvasExtensions, markdownOfDocument } from '@atrium/canvas'
import { Editor } from '@tiptap/core'
import { Markdown } from '@tiptap/markdown'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { formulaOpened, insertFormula } from './insert-formula.ts'
import { FormulaView } from './formula-view.ts'

const words = { empty: 'New formula', invalid: 'Not a valid formula', tooLarge: 'Too long' }

let editor: Editor
afterEach(() => {
  editor.destroy()
  document.body.replaceChildren()
})

function show(markdown: string, editable = true): HTMLElement {
  const host = document.createElement('div')
  document.body.append(host)
  editor = new Editor({
    element: host,
    editable,
    extensions: [...canvasExtensions(), Markdown, FormulaView.configure({ words })],
    content: markdown,
    contentType: 'markdown',
  })
  return editor.view.dom
}
const written = () => markdownOfDocument(editor.getJSON())

async function type(text: string, position = editor.state.doc.content.size): Promise<void> {
  editor.commands.setTextSelection(position)
  editor.view.focus()
  await userEvent.keyboard(text.replaceAll(/[{[]/g, '$&$&'))
}

test.each([
  ['as $x^2$', 'as $x^2$', 1],
  ['因此$x$，', '因此$x$，', 1],
  ['so $a$ is', 'so $a$ is', 1],
  ['$$e = mc^2$$', '$$\ne = mc^2\n$$', 1],
  ['$5 and $6', '$5 and $6', 0],
  ['$5/$6, US$5 or A$ 6', '$5/$6, US$5 or A$ 6', 0],
  ['between $5 and US$ 6', 'between $5 and US$ 6', 0],
])('what is typed as %j becomes %j, with %i formulas', async (typed, markdown, count) => {
  const dom = show('')
  await type(typed)
  expect(dom.querySelectorAll('.formula')).toHaveLength(count)
  expect(written()).toBe(markdown)
})

test('Enter ends a formula, code has none, and Backspace brings the typed text back', async () => {
  const dom = show('')
  await type('so $a$')
  await userEvent.keyboard('{Enter}next')
  expect(written()).toBe('so $a$\n\nnext')
  expect(dom.querySelectorAll('.formula')).toHaveLength(1)
  editor.commands.setContent({ type: 'doc', content: [{ type: 'codeBlock' }] })
  await type('$x^2$ ', 1)
  expect(dom.querySelectorAll('.formula')).toHaveLength(0)
  editor.commands.setContent({ type: 'doc', content: [{ type: 'paragraph' }] })
  await type('$x^2$')
  expect(dom.querySelectorAll('.formula')).toHaveLength(1)
  await userEvent.keyboard('{Backspace}')
  expect(dom.querySelectorAll('.formula')).toHaveLength(0)
  expect(dom.textContent).toBe('$x^2$')
})

test('X03 formulas are typeset with MathML; an invalid or hostile one shows its source and what is wrong', async () => {
  const braces = `${'{'.repeat(2_000)}x${'}'.repeat(2_000)}`
  const dom = show(
    `$x_1$ $\\frac{a}$ $${braces}$ $\\href{javascript:alert(1)}{x}$ $<img src=x onerror=alert(1)>$`,
  )
  const [good, invalid, large, link, html] = dom.querySelectorAll('.formula')
  await vi.waitFor(() => expect(good?.querySelector('math')).not.toBe(null), { timeout: 10_000 })
  expect(good?.querySelector('[aria-hidden="true"]')).not.toBe(null)
  await vi.waitFor(() => expect(invalid?.textContent).toBe('\\frac{a}Not a valid formula'))
  expect(large?.textContent).toBe(`${braces}Too long`)
  await vi.waitFor(() => expect(html?.querySelector('math')).not.toBe(null))
  expect(link?.querySelector('a')).toBe(null)
  expect(dom.querySelector('img[src]')).toBe(null)
})

test('a formula is opened by a click and by Enter where the text may be edited, and by neither where it is read', async () => {
  const dom = show('so $a$ is')
  const opened = vi.fn()
  const stop = formulaOpened.listen(opened)
  const formula = () => dom.querySelector<HTMLElement>('.formula') as HTMLElement
  await userEvent.click(formula())
  expect(opened).toHaveBeenCalledTimes(1)
  editor.commands.setTextSelection('so '.length + 1)
  editor.view.focus()
  await userEvent.keyboard('{ArrowRight}{Enter}')
  expect(opened).toHaveBeenCalledTimes(2)
  editor.setEditable(false)
  await userEvent.click(formula())
  await userEvent.keyboard('{Enter}')
  expect(opened).toHaveBeenCalledTimes(2)
  expect(written()).toBe('so $a$ is')
  stop()
})

test('a selected text becomes a formula, and one on its own line gets a paragraph', () => {
  show('so x_1 is')
  editor.commands.setTextSelection({ from: 4, to: 7 })
  insertFormula(editor, false)
  expect(written()).toBe('so $x_1$ is')
  editor.commands.setTextSelection(2)
  insertFormula(editor, true)
  expect(editor.state.doc.child(1).firstChild?.attrs).toMatchObject({ source: '', isDisplay: true })
})

test('formulas are copied with their source, and pasted from pages that typeset them', () => {
  const dom = show('so $a$ is')
  const { dom: copied, text } = editor.view.serializeForClipboard(editor.state.doc.slice(0))
  expect(text).toContain('so $a$ is')
  editor.commands.setContent('')
  editor.view.pasteHTML(copied.innerHTML)
  expect(written()).toBe('so $a$ is')
  editor.commands.setContent('')
  editor.view.pasteHTML(
    '<p>as <span class="katex"><math><semantics><mi>b</mi><annotation encoding="application/x-tex">b_2</annotation></semantics></math><span aria-hidden="true">b</span></span></p>',
  )
  expect(written()).toBe('as $b_2$')
  expect(dom.querySelectorAll('.formula')).toHaveLength(1)
})
