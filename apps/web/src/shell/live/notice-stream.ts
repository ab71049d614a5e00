import { readNotices, type AccountId, type Notice } from '@atrium/contract'
import type { ApiClient } from '../../lib/api/api-client.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { createBackOff, waitOrWake } from '../../lib/back-off.ts'
import { readServerSentEvents } from '../../lib/read-events.ts'

/** Events for the tabs of a browser: a server notice, an opened stream, a possible gap, or loss of access. */
export type ReceivedNotice = Notice | { type: 'connected' | 'missed-some' | 'refused' }

export type NoticePorts = {
  accountId: AccountId
  openStream: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
  hear: (received: ReceivedNotice) => void
  wakeUps: EventTarget
  /** Runs the work while this tab is the leader. */
  lead: (name: string, signal: AbortSignal, work: () => Promise<void>) => Promise<void>
  /** Reaches the other tabs of this browser. */
  tabs: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>
  silenceLimitMs?: number
}

/**
 * One reader of the account's notices per browser, however many tabs are open (HTTP/1.1 allows six connections): the leading tab
 * reads and forwards to the others. Returns the function that unsubscribes.
 */
export function followNotices(ports: NoticePorts): () => void {
  const { accountId, hear, tabs, lead } = ports
  const leave = new AbortController()
  const followedAtMs = performance.now()
  tabs.addEventListener('message', (event) => hear(event.data as ReceivedNotice))
  const publishAll = (received: ReceivedNotice) => {
    hear(received)
    tabs.postMessage(received)
  }
  lead(`atrium.notices.${accountId}`, leave.signal, () =>
    readOn(ports, followedAtMs, leave.signal, publishAll),
  ).catch(() => undefined)
  return () => {
    leave.abort()
    tabs.close()
  }
}

/** Data loaded this recently is as fresh as the starting notices. */
const freshMs = 2000

async function readOn(
  { openStream, wakeUps, silenceLimitMs = 60_000 }: NoticePorts,
  followedAtMs: number,
  signal: AbortSignal,
  publishAll: (received: ReceivedNotice) => void,
) {
  const backOff = createBackOff({ firstMs: 500, maxMs: 30_000 })
  let isFresh = performance.now() - followedAtMs < freshMs
  while (!signal.aborted) {
    const connection = new AbortController()
    try {
      const body = await openStream(AbortSignal.any([signal, connection.signal]))
      // Notices during a disconnection are lost.
      if (!isFresh) publishAll({ type: 'missed-some' })
      publishAll({ type: 'connected' })
      for await (const { data } of readServerSentEvents(body, silenceLimitMs)) {
        backOff.reset()
        const notice = parsedNotice(data)
        if (notice !== null) publishAll(notice)
      }
    } catch (error) {
      // Reconnects below after any failure: a removed person may return.
      const code = error instanceof ApiError ? error.code : null
      if (code === 'NOT_A_MEMBER' || code === 'ACCOUNT_SUSPENDED') publishAll({ type: 'refused' })
    } finally {
      connection.abort()
    }
    isFresh = false
    await waitOrWake(backOff.next(), wakeUps, signal)
  }
}

/** Null for invalid JSON; listeners ignore unknown kinds. */
function parsedNotice(data: string): Notice | null {
  try {
    return JSON.parse(data) as Notice
  } catch {
    return null
  }
}

/** Opens the account's notices by way of the API client. */
export const noticesOf = (api: Pick<ApiClient, 'stream'>) => async (signal: AbortSignal) => {
  const { body } = await api.stream(readNotices, {}, { signal })
  if (body === null) throw new Error('an event stream without a body')
  return body
}

/** Elects the leader by a Web Lock; without them (insecure origins) every tab leads itself. */
export async function leadByLock(
  name: string,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  if (!navigator.locks) return await work()
  await navigator.locks.request(name, { signal }, work)
}
