import { canvasExtensions, markdownOfDocument } from '@atrium/canvas'
import { Editor } from '@tiptap/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'

let editor: Editor
beforeEach(() => {
  const host = document.createElement('div')
  document.body.append(host)
  editor = new Editor({ element: host, extensions: canvasExtensions() })
})
afterEach(() => {
  editor.destroy()
  document.body.replaceChildren()
})

function paste(text: string): void {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  editor.view.dom.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  )
}

const words = [
  '5 * 1 * 1',
  'a * b* c',
  'a *b * c',
  'see *.ts and *.tsx',
  '2 ** 3 ** 4',
  'a _ b _ c',
  'snake_case_name',
  'from 3 ~~ 4 ~~ 5',
]

test.each(words)('CANV-04 pasted or typed words stay words: %s', async (text) => {
  paste(text)
  expect(editor.getText()).toBe(text)
  editor.commands.clearContent()
  editor.view.focus()
  await userEvent.keyboard(text)
  expect(editor.getText()).toBe(text)
  expect(editor.view.dom.querySelector('em, strong, s')).toBe(null)
})

test('CANV-04 a pasted name that begins with an underscore stays as it is', () => {
  paste('the _private_name and 2 *3*4')
  expect(editor.getText()).toBe('the _private_name and 2 *3*4')
})

const marked = [
  ['an *important* word', 'an *important* word'],
  ['*one* and *two words*.', '*one* and *two words*.'],
  ['an _important_ word', 'an *important* word'],
  ['a **bold** word, __too__', 'a **bold** word, **too**'],
  ['a *b*', 'a *b*'],
  ['~~gone~~', '~~gone~~'],
  ['是 *重要* 的', '是 *重要* 的'],
] as const

test.each(marked)('CANV-04 pasted or typed Markdown becomes formatting: %s', async (text, markdown) => {
  paste(text)
  expect(markdownOfDocument(editor.getJSON())).toBe(markdown)
  editor.commands.clearContent()
  editor.view.focus()
  await userEvent.keyboard(text)
  expect(markdownOfDocument(editor.getJSON())).toBe(markdown)
})
