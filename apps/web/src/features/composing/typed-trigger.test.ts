import { mintId, type Mention } from '@atrium/contract'
import { expect, test } from 'vitest'
import { triggerAt } from './typed-trigger.ts'

const at = (text: string, more: { mentions?: Mention[]; most?: number; hasActions?: boolean } = {}) =>
  triggerAt(text, text.length, { mentions: [], most: 75, hasActions: true, ...more })

test.each([
  ['@', { sign: '@', start: 0, query: '' }],
  ['Ask @ki', { sign: '@', start: 4, query: 'ki' }],
  ['(@Kim Exa', { sign: '@', start: 1, query: 'Kim Exa' }],
  ['问@小', { sign: '@', start: 1, query: '小' }],
  ['two @a @b', { sign: '@', start: 7, query: 'b' }],
  ['/', { sign: '/', start: 0, query: '' }],
  ['/new ch', { sign: '/', start: 0, query: 'new ch' }],
  ['kim@example.com', null],
  ['@ kim', null],
  ['@kim\nthen', null],
  ['a /new', null],
  ['/usr/bin', null],
  ['', null],
])('CHAT-08 %j means %j', (text, expected) => expect(at(text)).toEqual(expected))

test('CHAT-08 the search text has at most 75 characters, 50 on small screens', () => {
  expect(at(`@${'x'.repeat(75)}`)?.query).toHaveLength(75)
  expect(at(`@${'x'.repeat(76)}`)).toBeNull()
  expect(at(`@${'x'.repeat(50)}`, { most: 50 })?.query).toHaveLength(50)
  expect(at(`@${'x'.repeat(51)}`, { most: 50 })).toBeNull()
})

test('CHAT-08 a mention that stands is not searched again', () => {
  const mentions: Mention[] = [{ kind: 'person', id: mintId('user'), start: 0, length: 4 }]
  expect(at('@Kim', { mentions })).toBeNull()
  expect(at('@Kim and @', { mentions })).toMatchObject({ start: 9 })
})

test('CHAT-01 a slash is no command where there are no actions', () =>
  expect(at('/', { hasActions: false })).toBeNull())
