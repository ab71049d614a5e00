import { expect, test } from 'vitest'
import { shortcutOf } from './shortcuts.ts'

const press = (key: string, more: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  isComposing: false,
  ...more,
})

test.each([
  [press('k', { ctrlKey: true }), false, '', 'palette'],
  [press('K', { metaKey: true }), true, '', 'palette'],
  [press('ن', { ctrlKey: true }), true, 'KeyK', 'palette'],
  [press('O', { ctrlKey: true, shiftKey: true }), true, '', 'new-chat'],
  [press('j', { ctrlKey: true }), true, '', 'outline'],
  [press('F', { ctrlKey: true, shiftKey: true }), true, '', 'find'],
  [press('f', { ctrlKey: true }), false, 'KeyF', null],
  [press('j', { ctrlKey: true, shiftKey: true }), true, '', null],
  [press('?', { shiftKey: true }), false, '', 'shortcuts'],
  [press('?', { shiftKey: true }), true, '', null],
  [press('k'), false, 'KeyK', null],
  [press('k', { ctrlKey: true, altKey: true }), false, '', null],
  [press('k', { ctrlKey: true, metaKey: true }), false, '', null],
  [press('?', { isComposing: true }), false, '', null],
] as const)('NAV-13 %o, writing %s, on the key %s means %s', (pressed, isWriting, code, expected) => {
  expect(shortcutOf(pressed, isWriting, code)).toBe(expected)
})
