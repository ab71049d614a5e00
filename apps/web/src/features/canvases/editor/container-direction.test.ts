import { canvasExtensions } from '@atrium/canvas'
import { getSchema } from '@tiptap/core'
import { expect, test } from 'vitest'
import { directionOf } from './container-direction.ts'

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
])('CANV-01 a list of %j has the direction %s of its first letter', (texts, direction) => {
  expect(directionOf(list(...texts))).toBe(direction)
})
