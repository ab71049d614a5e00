import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import { createHttpServer } from './server.ts'

const maxWaitingBytes = 256 * 1024
/** The events of this world are numbered from 1, each of 2 KB; a reader who names the last one it has gets those after it. */
const eventBytes = 2048
const eventOf = (id: number) => {
  const head = `id: ${id}\ndata: `
  return `${head}${'x'.repeat(eventBytes - head.length - 2)}\n\n`
}

type Opened = { stream: EventStream; waiting: () => number }
const opened: Opened[] = []
const { app } = createHttpServer({
  log: createLog({ level: 'silent' }),
  trustProxy: false,
  allowedOrigins: [],
  publicUrl: null,
})
let port: number
beforeAll(async () => {
  app.get('/events', async (request, reply) => {
    const after = Number(request.headers['last-event-id'] ?? 0)
    const stream = openEventStream(reply)
    opened.push({ stream, waiting: () => stream.waitingBytes })
    for (let id = after + 1; after > 0 && id <= after + 3; id++) stream.write(eventOf(id))
    return reply
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterEach(() => {
  vi.useRealTimers()
  for (const { stream } of opened.splice(0)) stream.end()
})
afterAll(() => app.close())

type Reader = { socket: Socket; text: () => string; isClosed: () => boolean }

/** A client that has requested the events; a slow one reads nothing from its socket. */
async function openReader({ reads = true, after = 0 } = {}): Promise<Reader & Opened> {
  const known = opened.length
  const socket = connect(port, '127.0.0.1')
  let text = ''
  let isClosed = false
  socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  socket.on('close', () => (isClosed = true))
  socket.on('error', () => undefined)
  if (!reads) socket.pause()
  const resume = after > 0 ? `Last-Event-ID: ${after}\r\n` : ''
  socket.write(`GET /events HTTP/1.1\r\nHost: a\r\n${resume}\r\n`)
  const { stream, waiting } = await vi.waitFor(() => opened[known] ?? expect.fail('Not opened yet.'))
  return { socket, text: () => text, isClosed: () => isClosed, stream, waiting }
}

const eventsIn = (text: string) =>
  [...text.matchAll(/id: (\d+)\ndata: (x+)\n\n/g)]
    .map(([whole, id]) => ({ id: Number(id), whole }))
    // The event that the cut interrupted is incomplete.
    .filter(({ id, whole }) => whole === eventOf(id))
    .map(({ id }) => id)

/** Sends events to all of them until every reader who does not read is cut off; the most that ever waited for one of them. */
async function sendUntilCut(slow: readonly Opened[], all: readonly Opened[]) {
  let most = 0
  for (let id = 1; slow.some(({ stream }) => stream.isOpen); id++) {
    for (const { stream } of all) stream.write(eventOf(id))
    for (const { stream, waiting } of slow) if (stream.isOpen) most = Math.max(most, waiting())
    if (id % 16 === 0) await new Promise((resolve) => setImmediate(resolve))
    if (id > 50_000) throw new Error('A reader who takes nothing is still being written to.')
  }
  return most
}

test('W11 a reader that does not read is disconnected after 256 KB; other readers miss nothing', async () => {
  const slow = await inTurn(20, () => openReader({ reads: false }))
  const reader = await openReader()
  const most = await sendUntilCut(slow, [...slow, reader])
  // Each got what fits its connection's buffers, plus the maximum backlog, and no more.
  expect(most).toBeGreaterThan(maxWaitingBytes - 2 * eventBytes)
  expect(most).toBeLessThanOrEqual(maxWaitingBytes + eventBytes)
  expect(reader.stream.isOpen).toBe(true)
  reader.stream.write('data: the end\n\n')
  await vi.waitFor(() => expect(reader.text()).toContain('data: the end'))
  const events = eventsIn(withoutChunks(reader.text()))
  expect(events).toEqual(events.map((_, index) => index + 1))
  expect(events.length).toBeGreaterThan(maxWaitingBytes / eventBytes)

  // A dropped reader takes the rest of its connection, and reconnects after the last whole event.
  const [dropped] = slow
  if (!dropped) throw new Error('Nobody was slow.')
  dropped.socket.resume()
  await vi.waitFor(() => expect(dropped.isClosed()).toBe(true))
  const seen = eventsIn(withoutChunks(dropped.text()))
  expect(seen).toEqual(seen.map((_, index) => index + 1))
  const again = await openReader({ after: seen.length })
  await vi.waitFor(() =>
    expect(eventsIn(withoutChunks(again.text()))).toEqual([1, 2, 3].map((next) => seen.length + next)),
  )
}, 60_000)

test('W11 a reader that takes a byte now and then is dropped a minute after falling behind, even after the last event', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const [behind, received, keen] = [
    await openReader({ reads: false }),
    await openReader({ reads: false }),
    await openReader(),
  ]
  for (const one of [behind, received]) await fillTheLine(one)
  received.stream.end()
  const sip = () => void behind.socket.read(1)
  for (let beats = 0; beats < 3; beats++) {
    sip()
    vi.advanceTimersByTime(15_000)
  }
  expect([behind.stream.isOpen, received.waiting() > 0, keen.stream.isOpen]).toEqual([true, true, true])
  vi.advanceTimersByTime(15_000)
  expect(behind.stream.isOpen).toBe(false)
  for (const one of [behind, received]) {
    one.socket.resume()
    await vi.waitFor(() => expect(one.isClosed()).toBe(true))
  }
  expect(keen.stream.isOpen).toBe(true)
  await vi.waitFor(() => expect(keen.text().match(/: \n\n/g)).toHaveLength(4))
}, 60_000)

/** Writes until what waits stays: a line holds more with time. */
async function fillTheLine({ stream, waiting }: Opened): Promise<void> {
  for (let rounds = 0; rounds < 50; rounds++) {
    for (; waiting() < maxWaitingBytes / 2; rounds = 0) stream.write(eventOf(1))
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

test('W11 one event above the backlog limit reaches a slow reader complete, with all that follow', async () => {
  const { socket, stream, text } = await openReader({ reads: false })
  const large = `id: 1\ndata: ${'y'.repeat(4_000_000)}\n\n`
  expect(stream.write(large)).toBe(true)
  for (let id = 2; id <= 60; id++) expect(stream.write(eventOf(id))).toBe(true)
  stream.end()
  socket.resume()
  await vi.waitFor(() => expect(eventsIn(withoutChunks(text())).at(-1)).toBe(60))
  expect(withoutChunks(text())).toContain(large)
}, 60_000)

test('W11 a slow reader that takes part of a large event every minute is not dropped', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { socket, stream, waiting } = await openReader({ reads: false })
  stream.write(`id: 1\ndata: ${'y'.repeat(40_000_000)}\n\n`)
  for (let minute = 0; minute < 5; minute++) {
    const before = waiting()
    expect(before).toBeGreaterThan(0)
    // Reads the connection's buffer, so that more can follow.
    await vi.waitFor(() => {
      socket.read()
      expect(waiting()).toBeLessThan(before - 64 * 1024)
    })
    vi.advanceTimersByTime(45_000)
    expect(stream.isOpen).toBe(true)
  }
}, 60_000)

async function inTurn<Result>(count: number, make: () => Promise<Result>): Promise<Result[]> {
  const made: Result[] = []
  while (made.length < count) made.push(await make())
  return made
}

/** The body of a reply that came in chunks (RFC 9112, 7.1). */
function withoutChunks(reply: string): string {
  const rest = reply.slice(reply.indexOf('\r\n\r\n') + 4)
  const pieces: string[] = []
  for (let at = 0; ;) {
    const end = rest.indexOf('\r\n', at)
    const size = Number.parseInt(rest.slice(at, end), 16)
    if (end < 0 || !(size > 0)) return pieces.join('')
    pieces.push(rest.slice(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
}
