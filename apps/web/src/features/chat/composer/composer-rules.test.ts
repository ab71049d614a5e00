import { limits, mintId } from '@atrium/contract'
import { expect, test } from 'vitest'
import { newQuestion } from '../../../entities/turns/asked-here.ts'
import { sendable, sendsQuestion } from './composer-rules.ts'
import { storageIn } from '../../../entities/turns/storage.fixture.ts'
import { createDrafts } from './drafts.ts'

const enter = {
  key: 'Enter',
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  isComposing: false,
  keyCode: 13,
}

test.each([
  ['Enter sends', {}, true],
  ['Ctrl-Enter sends', { ctrlKey: true }, true],
  ['Cmd-Enter sends', { metaKey: true }, true],
  ['Shift-Enter breaks the line', { shiftKey: true }, false],
  ['Alt-Enter breaks the line', { altKey: true }, false],
  ['Enter within an input method never sends', { isComposing: true }, false],
  ['the Enter that ends an input method in Safari never sends', { keyCode: 229 }, false],
  ['other keys do not send', { key: 'a', keyCode: 65 }, false],
])('CHAT-01 %s', (_, press, expected) => {
  expect(sendsQuestion({ ...enter, ...press }, false)).toBe(expected)
})

test.each([
  ['Enter breaks the line', {}, false],
  ['Ctrl-Enter sends', { ctrlKey: true }, true],
  ['Cmd-Enter sends', { metaKey: true }, true],
])('CHAT-01 on a touch screen %s', (_, press, expected) => {
  expect(sendsQuestion({ ...enter, ...press }, true)).toBe(expected)
})

test.each([
  ['', { outcome: 'empty' }],
  [' \n\t ', { outcome: 'empty' }],
  ['\0\0', { outcome: 'empty' }],
  ['a', { outcome: 'sendable' }],
  ['a'.repeat(limits.questionCharacters), { outcome: 'sendable' }],
  ['a'.repeat(limits.questionCharacters + 3), { outcome: 'too-long', excess: 3 }],
])('CHAT-01 when Send is enabled, case %#', (text, expected) => {
  expect(sendable(text)).toEqual(expected)
})

test('F17 what cannot be stored is not sent: NULs go, halves of characters are replaced, the rest stays as it is', () => {
  const pasted = '\0Total:\0\t1\r\n\u200F\uD83D👍\uDE00'
  const { request, question } = newQuestion({
    chatId: mintId('chat'),
    parentTurnId: null,
    text: pasted,
    author: { id: mintId('user'), name: 'Ada' },
    modelId: 'auto',
    style: 'quick',
  })
  const sent = 'Total:\t1\r\n\u200F\uFFFD👍\uFFFD'
  expect(question.text).toBe(sent)
  expect(request.ask).toMatchObject({ text: sent })
})

test('CHAT-01 each chat has its own draft, and an empty one is forgotten', () => {
  const kept = new Map<string, string>()
  const storage = () => storageIn(kept)
  createDrafts(storage).write('chat_1', 'Half a thought')
  const drafts = createDrafts(storage)
  expect([drafts.read('chat_1'), drafts.read('chat_2')]).toEqual(['Half a thought', ''])
  drafts.write('chat_1', '')
  expect(kept.size).toBe(0)
})

test('CHAT-01 a full storage does not disturb the typing', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const drafts = createDrafts(full)
  expect(() => drafts.write('chat_1', 'text')).not.toThrow()
  expect(drafts.read('chat_1')).toBe('')
})
