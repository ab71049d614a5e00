import { afterEach, expect, test, vi } from 'vitest'
import { withoutEcho } from './without-echo.ts'

afterEach(() => void vi.useRealTimers())

const message = (...kind: number[]) => Uint8Array.from([2, 65, 66, ...kind])
const cursor = message(1, 9)
const change = message(0, 2, 7)

function start() {
  const sent: Uint8Array[] = []
  const { socket, received } = withoutEcho({
    readyState: 1,
    close: () => undefined,
    send: (data) => void sent.push(data as Uint8Array),
  })
  return { sent, received, send: (one: Uint8Array) => socket.send(Uint8Array.from(one)) }
}

test('CANV-02 a change or cursor is not sent back to the socket that it came from, a different one is', () => {
  const { sent, received, send } = start()
  for (const one of [cursor, change]) received(one)
  for (const one of [message(1, 8), cursor, message(0, 2, 6), change]) send(one)
  expect(sent).toEqual([message(1, 8), message(0, 2, 6)])
})

test('CANV-02 the state of a document is sent also when it is the same as the browser’s', () => {
  const { sent, received, send } = start()
  received(message(0, 0, 5))
  send(message(0, 0, 5))
  expect(sent).toHaveLength(1)
})

test('CANV-02 a browser hears of its cursor when it heard nothing else for a while: else it would connect again', () => {
  vi.useFakeTimers()
  const { sent, received, send } = start()
  vi.advanceTimersByTime(15_000)
  received(cursor)
  send(cursor)
  expect(sent).toEqual([cursor])
})
