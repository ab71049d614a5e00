import { readNotices, type AccountId, type Notice } from '@atrium/contract'
import type { ApiClient } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { createBackOff, waitOrWake } from './back-off.ts'
import { readServerSentEvents } from './read-events.ts'

/** What the tabs of a browser hear: a notice of the server, that some may have been missed, or that there is no place for them. */
export type Heard = Notice | { type: 'missed-some' | 'refused' }

export type NoticePorts = {
  accountId: AccountId
  openStream: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
  hear: (heard: Heard) => void
  wakeUps: EventTarget
  /** Runs the work when this tab may lead, for as long as it lasts. */
  lead: (name: string, signal: AbortSignal, work: () => Promise<void>) => Promise<void>
  /** Reaches the other tabs of this browser. */
  tabs: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>
  silenceLimitMs?: number
}

/**
 * One reader of the account's notices in a browser, however many tabs are open (HTTP/1.1 allows six connections): the
 * leading tab reads and tells the others. Returns how to leave.
 */
export function followNotices(ports: NoticePorts): () => void {
  const { accountId, hear, tabs, lead } = ports
  const leave = new AbortController()
  const followedAtMs = performance.now()
  tabs.addEventListener('message', (event) => hear(event.data as Heard))
  const tellAll = (heard: Heard) => {
    hear(heard)
    tabs.postMessage(heard)
  }
  lead(`atrium.notices.${accountId}`, leave.signal, () =>
    readOn(ports, followedAtMs, leave.signal, tellAll),
  ).catch(() => undefined)
  return () => {
    leave.abort()
    tabs.close()
  }
}

/** What a page has loaded so short a time ago is no older than the notices that begin now. */
const freshMs = 2000

async function readOn(
  { openStream, wakeUps, silenceLimitMs = 60_000 }: NoticePorts,
  followedAtMs: number,
  signal: AbortSignal,
  tellAll: (heard: Heard) => void,
) {
  const backOff = createBackOff({ firstMs: 500, mostMs: 30_000 })
  let isFresh = performance.now() - followedAtMs < freshMs
  while (!signal.aborted) {
    const connection = new AbortController()
    try {
      const body = await openStream(AbortSignal.any([signal, connection.signal]))
      // What happened while nobody was connected was told to nobody.
      if (!isFresh) tellAll({ type: 'missed-some' })
      for await (const { data } of readServerSentEvents(body, silenceLimitMs)) {
        backOff.reset()
        const notice = parsedNotice(data)
        if (notice !== null) tellAll(notice)
      }
    } catch (error) {
      // However it broke, it is opened again below: who was taken out of an account may come back.
      if (error instanceof ApiError && error.code === 'NOT_A_MEMBER') tellAll({ type: 'refused' })
    } finally {
      connection.abort()
    }
    isFresh = false
    await waitOrWake(backOff.next(), wakeUps, signal)
  }
}

/** Null for what is not JSON; a notice of a kind that this page does not know is passed over by whoever hears it. */
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

/** Leads by a Web Lock; where a browser has none (insecure origins) every tab leads itself. */
export async function leadByLock(
  name: string,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  if (!navigator.locks) return await work()
  await navigator.locks.request(name, { signal }, work)
}
