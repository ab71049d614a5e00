import { canvasExtensions } from '@atrium/canvas'
import { getSchema } from '@tiptap/core'
import { EditorState, type Transaction } from '@tiptap/pm/state'
import { DecorationSet } from '@tiptap/pm/view'
import { expect, test } from 'vitest'
import { containerDirection, directionOf } from './container-direction.ts'

const schema = getSchema(canvasExtensions())
const list = (...texts: string[]) =>
  schema.node(
    'bulletList',
    null,
    texts.map((text) =>
      schema.node('listItem', null, [schema.node('paragraph', null, text === '' ? [] : [schema.text(text)])]),
    ),
  )

test.each([
  [['المهمة', 'done'], 'rtl'],
  [['done', 'المهمة'], 'ltr'],
  [['', '12. שלום'], 'rtl'],
  [['你好'], 'ltr'],
  [['', '12 %'], null],
])('I18N-01 a list of %j has the direction %s of its first letter', (texts, direction) => {
  expect(directionOf(list(...texts))).toBe(direction)
})

const stateOf = (...texts: string[][]) =>
  EditorState.create({
    doc: schema.node('doc', null, [...texts.map((items) => list(...items)), schema.node('paragraph')]),
    plugins: [containerDirection()],
  })
/** Where lists have a direction, and which. */
const directionsIn = (state: EditorState) =>
  ((state.plugins[0]?.getState(state) ?? DecorationSet.empty) as DecorationSet)
    .find()
    .map((one) => [one.from, one.to, JSON.stringify(one)].join(' '))
    .toSorted()

const changes: [string, (tr: Transaction) => Transaction][] = [
  ['a word in a list', (tr) => tr.insertText('قبل ', 3)],
  ['a word after the lists', (tr) => tr.insertText('end', tr.doc.content.size - 1)],
  ['a list between two', (tr) => tr.insert(list('done').nodeSize, list('المهمة'))],
  ['a list that is deleted', (tr) => tr.delete(0, list('done').nodeSize)],
  ['two lists that become one', (tr) => tr.join(list('done').nodeSize)],
  [
    'everything is replaced',
    (tr) => tr.replaceWith(0, tr.doc.content.size, [list('المهمة'), schema.node('paragraph')]),
  ],
]
test.each(changes)('I18N-01 after %s, all lists have their direction', (_name, change) => {
  const state = stateOf(['done'], ['المهمة'], ['first', 'second'])
  const after = state.apply(change(state.tr))
  const recomputed = EditorState.create({ doc: after.doc, plugins: [containerDirection()] })
  expect(directionsIn(after)).toEqual(directionsIn(recomputed))
  expect(directionsIn(after).length).toBeGreaterThan(0)
})
