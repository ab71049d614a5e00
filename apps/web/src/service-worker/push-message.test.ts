import { expect, test } from 'vitest'
import { readPushMessage } from './push-message.ts'

const sound = {
  title: 'Bo mentioned you',
  body: 'In General',
  tag: 'mention_1',
  path: '/chat/chat_1?turn=turn_1',
  lang: 'ar',
  dir: 'rtl',
}

test('a push message is read as the server sent it', () => {
  expect(readPushMessage(sound)).toEqual(sound)
})

test.each([undefined, null, 'text', [], {}, { ...sound, title: 5 }, { ...sound, tag: null }])(
  'what is no push message shows nothing: %j',
  (data) => {
    expect(readPushMessage(data)).toBeNull()
  },
)

test.each([
  ['https://evil.example/', '/chat'],
  ['//evil.example/', '/chat'],
  ['/\\evil.example', '/chat'],
  ['chat', '/chat'],
  [undefined, '/chat'],
  ['/canvas/canvas_1', '/canvas/canvas_1'],
])('a click on a notification leads to a page of this site: %s', (path, opened) => {
  expect(readPushMessage({ ...sound, path })?.path).toBe(opened)
})
