import { expect, test } from 'vitest'
import { safeLink } from './link-policy.ts'

test.each([
  ['https://a.example/b?c#d', 'https://a.example/b?c#d'],
  ['mailto:b@c.example', 'mailto:b@c.example'],
  ['a.example/b', 'https://a.example/b'],
  ['a.example:8443/b', 'https://a.example:8443/b'],
  ['192.0.2.7:3000', 'https://192.0.2.7:3000'],
  ['localhost:3000/x', 'https://localhost:3000/x'],
  ['//cdn.example/x', 'https://cdn.example/x'],
  ['/chat/new', 'https://atrium.test/chat/new'],
  ['chat-history', 'https://atrium.test/chat-history'],
  ['#heading', undefined],
  ['', undefined],
  ['javascript:alert(1)', undefined],
  ['JaVaScRiPt:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['ftp://a.example', undefined],
  ['https:a.example/x', undefined],
  ['https:/a.example/x', undefined],
  ['vbscript:x', undefined],
  ['blob:https://atrium.test/x', undefined],
  [undefined, undefined],
])('UI-01 in an answer the link %j opens %j', (link, expected) => {
  expect(safeLink(link, 'https://atrium.test')).toBe(expected)
})
