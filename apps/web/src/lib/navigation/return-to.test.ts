import { expect, test } from 'vitest'
import { safeReturnTo } from './return-to.ts'

const origin = 'https://atrium.example'

test.each([
  ['/', '/'],
  ['/chat', '/chat'],
  ['/chat/chat_0198a000-0000-7000-8000-000000000001', '/chat/chat_0198a000-0000-7000-8000-000000000001'],
  ['/chat-history/all?page=2&order=asc', '/chat-history/all?page=2&order=asc'],
  ['/chat?next=https://elsewhere.example', '/chat?next=https://elsewhere.example'],
  ['/salon/%C3%A9t%C3%A9#top', '/salon/%C3%A9t%C3%A9#top'],
])('AUTH-02 S17 %j is a path of this site and is followed', (wanted, followed) => {
  expect(safeReturnTo(wanted, origin)).toBe(followed)
})

test.each([
  undefined,
  null,
  7,
  '',
  'chat',
  '//e',
  '///e',
  '/\\e',
  '\\/e',
  '\\\\e',
  '/ /e',
  ' //e',
  '/%09/e',
  '/\t/e',
  '/%2f/e',
  '/%2F%2Fe',
  '/%252f%252fe',
  '/%25252f/e',
  '/%5ce',
  '/%255ce',
  'https:e',
  'https://e',
  'http:/e',
  'javascript:alert(1)',
  '/javascript:alert(1)',
  'data:text/html,x',
  '/chat\r\nSet-Cookie: a=b',
  '/chat%0d%0aSet-Cookie:%20a=b',
  '/chat\0',
  '/%ff',
  '/a//b',
  `/${'a'.repeat(8192)}`,
  '/auth/login',
  '/auth/login?returnTo=/auth/login',
  '/auth',
])('AUTH-02 S17 %j is not followed', (wanted) => {
  expect(safeReturnTo(wanted, origin)).toBe('/')
})
