import { expect, test } from 'vitest'
import { chooseActive } from './active-choice.ts'

const ids = ['a', 'b', 'c'] as const

test.each([
  { name: "the tab's own choice comes first", ofTab: 'b', ofBrowser: 'c', preferred: ['a'], active: 'b' },
  { name: "then the browser's", ofTab: null, ofBrowser: 'c', preferred: ['b'], active: 'c' },
  { name: 'then the recent workspace', ofTab: null, ofBrowser: null, preferred: ['b'], active: 'b' },
  { name: 'then the first', ofTab: null, ofBrowser: null, preferred: [null], active: 'a' },
  {
    name: 'a choice that is no longer in the list is passed over',
    ofTab: 'gone',
    ofBrowser: 'b',
    preferred: [],
    active: 'b',
  },
  { name: 'so are all of them', ofTab: 'gone', ofBrowser: 'gone', preferred: ['gone'], active: 'a' },
])('ACC-03 AUTH-11 $name', ({ ofTab, ofBrowser, preferred, active }) => {
  expect(chooseActive(ids, { ofTab, ofBrowser }, preferred)).toBe(active)
})

test('ACC-03 without any there is none', () => {
  expect(chooseActive([], { ofTab: 'a', ofBrowser: 'b' }, ['c'])).toBeNull()
})
