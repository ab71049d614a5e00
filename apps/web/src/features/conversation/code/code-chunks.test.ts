import { expect, test } from 'vitest'
import { codeChunks } from './code-chunks.ts'

const pieces = (code: string) => codeChunks(code).map(({ from, to }) => code.slice(from, to))

test.each([
  ['nothing', '', [0]],
  ['one line', 'a', [1]],
  ['a hundred lines', 'a\n'.repeat(100), [100]],
  ['a hundred and a half', `${'a\n'.repeat(100)}b`, [100, 1]],
  ['blank lines', '\n'.repeat(250), [100, 100, 50]],
])('CHAT-06 L11 code of %s is laid out in whole lines, none lost', (_, code, lines) => {
  expect(pieces(code).join('')).toBe(code)
  expect(codeChunks(code).map((chunk) => chunk.lines)).toEqual(lines)
})
