import { mintId } from '@atrium/contract'
import { expect, test } from 'vitest'
import { labelCoverage, changeOf } from './choose-labels.ts'

const [drinks, work] = [
  { labelId: mintId('label'), name: 'Drinks' },
  { labelId: mintId('label'), name: 'Work' },
]
const chats = [{ labels: [drinks, work] }, { labels: [drinks] }, { labels: [drinks] }]

test('HIST-02 a label is on all, some or none of the selected chats', () => {
  expect(labelCoverage(chats, drinks.labelId)).toBe('all')
  expect(labelCoverage(chats, work.labelId)).toBe('some')
  expect(labelCoverage(chats, mintId('label'))).toBe('none')
})

test('HIST-02 only labels that the user changed and that differ are saved', () => {
  expect(changeOf(chats, new Map())).toEqual({ add: [], remove: [] })
  expect(changeOf(chats, new Map([[drinks.labelId, true]]))).toEqual({ add: [], remove: [] })
  expect(changeOf(chats, new Map([[work.labelId, true]]))).toEqual({ add: [work.labelId], remove: [] })
  expect(changeOf(chats, new Map([[work.labelId, false]]))).toEqual({ add: [], remove: [work.labelId] })
})
