import { mintId, type Notice } from '@atrium/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api/api-error.ts'
import { followNotices, type ReceivedNotice } from './notice-stream.ts'

const accountId = mintId('account')
const opened: Notice = { type: 'turn-opened', chatId: mintId('chat'), turnId: mintId('turn') }
const leaving: (() => void)[] = []
afterEach(() => leaving.splice(0).forEach((leave) => leave()))

const bytes = (...lines: string[]) => new Response(lines.map((line) => `data: ${line}\n\n`).join('')).body!
const endless = () => new ReadableStream<Uint8Array>({})

/** A browser with several tabs: the first becomes the leader and stays it. */
function openBrowser(openStream: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>) {
  const channel = mintId('chat')
  let leader: Promise<void> = Promise.resolve()
  const wakeUps = new EventTarget()
  const lead = (_: string, signal: AbortSignal, work: () => Promise<void>) => {
    const turn = leader.then(() => (signal.aborted ? undefined : work()))
    leader = turn.catch(() => undefined)
    return turn
  }
  const openTab = () => {
    const received: ReceivedNotice[] = []
    const leave = followNotices({
      accountId,
      openStream,
      wakeUps,
      lead,
      hear: (notice) => received.push(notice),
      tabs: new BroadcastChannel(channel) as unknown as globalThis.BroadcastChannel,
      silenceLimitMs: 5000,
    })
    leaving.push(leave)
    return { received, leave }
  }
  return { openTab, wake: () => wakeUps.dispatchEvent(new Event('wake')) }
}

test('CHAT-04 one tab reads the notices and passes them to every tab', async () => {
  let connections = 0
  const { openTab } = openBrowser(async () => {
    connections += 1
    return connections === 1 ? new Response(`data: ${JSON.stringify(opened)}\n\n`).body! : endless()
  })
  const [first, second] = [openTab(), openTab()]
  await vi.waitFor(() => expect(first.received).toContainEqual(opened))
  await vi.waitFor(() => expect(second.received).toContainEqual(opened))
  expect(connections).toBe(1)
})

test('CHAT-04 after a broken connection every tab learns that notices may be missing', async () => {
  const connections = [
    async () => bytes(JSON.stringify(opened)),
    () => Promise.reject(new TypeError('offline')),
    async () => endless(),
  ]
  const { openTab, wake } = openBrowser(() => connections.shift()?.() ?? Promise.resolve(endless()))
  const { received } = openTab()
  await vi.waitFor(() => {
    wake()
    expect(received).toEqual([{ type: 'connected' }, opened, { type: 'missed-some' }, { type: 'connected' }])
  })
})

test('PERM-02 removed members are notified; they get notices again when they return', async () => {
  const refusal = new ApiError({ code: 'NOT_A_MEMBER', status: 403, message: 'You are not a member.' })
  const connections = [() => Promise.reject(refusal), async () => bytes(JSON.stringify(opened))]
  const { openTab, wake } = openBrowser(() => connections.shift()?.() ?? Promise.resolve(endless()))
  const { received } = openTab()
  await vi.waitFor(() => expect(received).toEqual([{ type: 'refused' }]))
  await vi.waitFor(() => {
    wake()
    expect(received).toContainEqual(opened)
  })
})

test('CHAT-04 events other than notices are ignored', async () => {
  const { openTab } = openBrowser(async () => bytes('not JSON', JSON.stringify(opened)))
  const { received } = openTab()
  await vi.waitFor(() => expect(received).toContainEqual(opened))
  expect(received).toEqual([{ type: 'connected' }, opened])
})

test('CHAT-04 when the leading tab closes, another one reads', async () => {
  let connections = 0
  const { openTab } = openBrowser(async (signal) => {
    connections += 1
    const body = endless()
    signal.addEventListener('abort', () => void body.cancel().catch(() => undefined))
    return connections === 1
      ? new ReadableStream({
          start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
        })
      : bytes(JSON.stringify(opened))
  })
  const [first, second] = [openTab(), openTab()]
  await vi.waitFor(() => expect(connections).toBe(1))
  first.leave()
  await vi.waitFor(() => expect(second.received).toContainEqual(opened))
})
