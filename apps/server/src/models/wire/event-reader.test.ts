import { describe, expect, test } from 'vitest'
import { EventReader } from './event-reader.ts'

const bytesOf = (text: string) => Buffer.from(text, 'utf8')

/** The output when the bytes arrive in pieces of this size. */
function read(bytes: Buffer, size = bytes.length): string[] {
  const reader = new EventReader()
  const events: string[] = []
  for (let at = 0; at < bytes.length; at += size) events.push(...reader.read(bytes.subarray(at, at + size)))
  return events
}

describe('B39 server-sent events', () => {
  const text =
    '\uFEFF: a comment\nevent: one\ndata: {"a":"é 日 🙂"}\n\nid: 7\ndata:first\ndata: second\nretry: 5\n\ndata\n\ndata: [DONE]\n\n'
  const expected = ['{"a":"é 日 🙂"}', 'first\nsecond', '[DONE]']

  test.each([
    ['line feeds', '\n'],
    ['Windows line ends', '\r\n'],
    ['carriage returns', '\r'],
  ])('are the same with %s, wherever the bytes are split', (_, lineEnd) => {
    const bytes = bytesOf(text.replaceAll('\n', lineEnd))
    for (const size of [1, 2, 3, 5, 7, 64, bytes.length])
      expect(read(bytes, size), `${size}`).toEqual(expected)
  })

  test('arrive as soon as their last line end has arrived', () => {
    const reader = new EventReader()
    expect(reader.read(bytesOf('data: 1\n'))).toEqual([])
    expect(reader.read(bytesOf('\n'))).toEqual(['1'])
    expect(reader.read(bytesOf('data: 2\r\r'))).toEqual(['2'])
    expect(reader.read(bytesOf('\ndata: 3\r\n'))).toEqual([])
    expect(reader.read(bytesOf('\r\n'))).toEqual(['3'])
  })

  test('that never end produce nothing', () => {
    expect(read(bytesOf('data: 1\n\ndata: 2\n'))).toEqual(['1'])
  })

  test('may have lines of a megabyte', () => {
    const long = 'x'.repeat(1_000_000)
    expect(read(bytesOf(`data: ${long}\n\n`), 1000)).toEqual([long])
  })

  test('that never end are aborted', () => {
    const reader = new EventReader()
    const piece = Buffer.alloc(8_000_000, 'x')
    expect(() => {
      for (let pieces = 0; pieces < 6; pieces++) reader.read(piece)
    }).toThrow(expect.objectContaining({ code: 'PROVIDER_MALFORMED' }) as Error)
  })
})
