import { canvasExtensions, markdownOfDocument } from '@atrium/canvas'
import { Editor } from '@tiptap/core'
import { Fragment, Slice } from '@tiptap/pm/model'
import { Markdown } from '@tiptap/markdown'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { CodeHighlight } from './code-highlight.ts'

let editor: Editor
afterEach(() => {
  editor.destroy()
  document.body.replaceChildren()
})

function show(markdown: string): HTMLElement {
  const host = document.createElement('div')
  document.body.append(host)
  editor = new Editor({
    element: host,
    extensions: [...canvasExtensions(), Markdown, CodeHighlight],
    content: markdown,
    contentType: 'markdown',
  })
  return editor.view.dom
}

/** The colored texts of a kind; of constants only the numbers. */
const tokens = (kind: string) =>
  Array.from(editor.view.dom.querySelectorAll(`[data-token=${kind}]`), ({ textContent }) =>
    textContent.trim(),
  ).filter((text) => kind !== 'constant' || /^\d/.test(text))
const shows = (kind: string, texts: string[]) =>
  vi.waitFor(() => expect(tokens(kind)).toEqual(texts), { timeout: 15_000 })
const endOfCode = () => {
  let end = 0
  editor.state.doc.descendants((node, position) => {
    if (node.type.spec.code && end === 0) end = position + 1 + node.content.size
  })
  return end
}

test('code has the colors of its language, those of another one after a change, and none as plain text', async () => {
  show(
    'Before\n\n```py\nif ready: # go\n  x -- end\n```\n\n- in a list\n\n  ```js\n  let a = 1\n  ```\n\n```\nif plain\n```',
  )
  await shows('keyword', ['if', 'let'])
  await shows('comment', ['# go'])
  editor.commands.setTextSelection(endOfCode())
  editor.commands.updateAttributes('codeBlock', { language: 'sql' })
  await shows('comment', ['-- end'])
  editor.commands.updateAttributes('codeBlock', { language: null })
  await shows('keyword', ['let'])
  expect(editor.view.dom.querySelector('pre')?.querySelectorAll('[data-token]')).toHaveLength(0)
})

test('code that is typed, moved and changed by others keeps the right colors', async () => {
  show('Text\n\n```js\nconst a = 1\n```\n\nEnd')
  await shows('constant', ['1'])
  editor.commands.setTextSelection(endOfCode())
  editor.view.focus()
  await userEvent.keyboard('23{Enter}return a{Enter}// a comment')
  await shows('constant', ['123'])
  await shows('comment', ['// a comment'])
  await shows('keyword', ['const', 'return'])
  // Text before it moves the colors, and asks for none.
  const posted = vi.spyOn(Worker.prototype, 'postMessage')
  editor.commands.insertContentAt(1, 'More ')
  expect(tokens('constant')).toEqual(['123'])
  // Others' changes arrive as a whole document, with other nodes.
  const { doc, schema, tr } = editor.state
  const others = schema.nodeFromJSON(doc.toJSON()).content
  const inserted = Fragment.from([schema.node('paragraph', null, schema.text('New'))]).append(others)
  editor.view.dispatch(tr.replace(0, doc.content.size, new Slice(inserted, 0, 0)))
  expect(tokens('constant')).toEqual(['123'])
  expect(tokens('comment')).toEqual(['// a comment'])
  // A moved block is deleted and inserted.
  const moved = editor.state.doc.child(2)
  const from = editor.state.doc.child(0).nodeSize + editor.state.doc.child(1).nodeSize
  editor.view.dispatch(editor.state.tr.delete(from, from + moved.nodeSize).insert(0, moved))
  expect(tokens('keyword')).toEqual(['const', 'return'])
  expect(posted).not.toHaveBeenCalled()
  // What the worker read before the next change is not shown at wrong places.
  const seen = new Set<string>()
  editor.on('transaction', () => tokens('keyword').forEach((text) => seen.add(text)))
  editor.view.dispatch(editor.state.tr.insertText('let c\n', 1))
  editor.view.dispatch(editor.state.tr.insertText('let other\n', 1))
  await shows('keyword', ['let', 'let', 'const', 'return'])
  expect([...seen].toSorted()).toEqual(['const', 'let', 'return'])
  editor.commands.setTextSelection(endOfCode() - '// a comment'.length)
  editor.view.focus()
  await userEvent.keyboard('let b = 4{Enter}')
  await shows('constant', ['123', '4'])
  await shows('comment', ['// a comment'])
  expect(markdownOfDocument(editor.getJSON())).toContain(
    '```js\nlet other\nlet c\nconst a = 123\nreturn a\nlet b = 4\n// a comment\n```',
  )
  posted.mockRestore()
})

test('a block that is deleted or no longer code loses its colors, and the worker forgets it', async () => {
  show('```js\nconst a = 1\n```\n\nBetween\n\n```js\nconst b = 2\n```')
  await shows('constant', ['1', '2'])
  const posted = vi.spyOn(Worker.prototype, 'postMessage')
  editor.commands.setTextSelection(2)
  editor.commands.setParagraph()
  expect(tokens('constant')).toEqual(['2'])
  expect(posted.mock.calls.filter(([request]) => !('code' in request))).toHaveLength(1)
  editor.commands.clearContent()
  expect(posted.mock.calls.filter(([request]) => !('code' in request))).toHaveLength(2)
  posted.mockRestore()
})

test('a text without code of a known language starts no worker', async () => {
  const posted = vi.spyOn(Worker.prototype, 'postMessage')
  show('Text with `code`\n\n```\nlet a\n```\n\n```unknown\nlet b\n```')
  editor.commands.insertContentAt(1, 'More ')
  expect(posted).not.toHaveBeenCalled()
  posted.mockRestore()
})
