import { expect, test } from 'vitest'
import { StreamReader, type StreamFormat } from './read-stream.ts'

const streams: [StreamFormat, string][] = [
  [
    'provider',
    [
      { choices: [{ delta: { role: 'assistant', content: '' } }] },
      { choices: [{ delta: { content: 'One “é” ' } }] },
      { choices: [{ delta: { content: 'two' } }] },
      { choices: [], usage: { prompt_tokens: 1 } },
    ]
      .map((event) => `data: ${JSON.stringify(event)}\n\n`)
      .join(''),
  ],
  [
    'atrium',
    [
      { type: 'start', messageId: 'turn_1' },
      { type: 'text-delta', id: 'text-1', delta: 'One “é” ' },
      { type: 'reasoning-delta', id: 'reasoning-1', delta: 'not this' },
      { type: 'text-delta', id: 'text-1', delta: 'two' },
      { type: 'finish' },
    ]
      .map((event, index) => `id: ${index + 1}\ndata: ${JSON.stringify(event)}\n\n`)
      .join(''),
  ],
]

test.each(streams)(
  'the words of a stream of the %s are read, however its bytes are cut',
  (format, stream) => {
    const bytes = Buffer.from(`${stream}data: [DONE]\n\n`)
    for (const size of [1, 3, 7, bytes.length]) {
      const reader = new StreamReader(format)
      let text = ''
      for (let at = 0; at < bytes.length; at += size) text += reader.read(bytes.subarray(at, at + size))
      expect(text).toBe('One “é” two')
      expect(reader.isDone).toBe(true)
    }
  },
)

test('a stream that was cut is not done', () => {
  const reader = new StreamReader('atrium')
  reader.read(Buffer.from(streams[1]?.[1] ?? ''))
  expect(reader.isDone).toBe(false)
})
