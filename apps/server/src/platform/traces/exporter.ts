import { Counter } from 'prom-client'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { EndedSpan } from './span.ts'

/** Maximum spans that wait for the collector; further ones are dropped. */
const maxWaiting = 2_048
const maxBatch = 512
/** Longest wait of a span for others, in milliseconds. */
const everyMs = 2_000
/** Pause after a failed batch, in milliseconds. */
const pauseMs = 10_000
const requestTimeoutMs = 5_000
/** Maximum time to send the rest when the process stops, in milliseconds. */
const lastMs = 2_000

export type Exporter = {
  add(span: EndedSpan): void
  /** Sends the rest, within a short time. */
  stop(): Promise<void>
}

/** Sends spans to a collector, in batches. A failing collector costs nothing but its spans. */
export function createExporter({
  url,
  bodyOf,
  metrics,
  log,
}: {
  url: string
  bodyOf: (spans: readonly EndedSpan[]) => object
  metrics: Metrics
  log: Log
}): Exporter {
  const spans = new Counter({
    name: 'atrium_trace_spans_total',
    help: 'Spans that were sent to the collector of traces, or dropped',
    labelNames: ['outcome'],
    registers: [metrics],
  })
  const waiting: EndedSpan[] = []
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<boolean> | undefined
  let isDown = false
  const giveUp = new AbortController()

  const sendBatch = async (): Promise<boolean> => {
    const batch = waiting.slice(0, maxBatch)
    const done = (outcome: 'sent' | 'dropped') => {
      waiting.splice(0, batch.length)
      spans.inc({ outcome }, batch.length)
    }
    try {
      const reply = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(bodyOf(batch)),
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(requestTimeoutMs), giveUp.signal]),
      })
      await reply.body?.cancel()
      if (!reply.ok) {
        // A batch that the collector refuses would be refused again.
        if (reply.status < 500 && reply.status !== 429) done('dropped')
        throw new Error(`The collector replied with status ${reply.status}.`)
      }
      done('sent')
      if (isDown) log.info({ event: 'traces.recovered' }, 'The collector of traces accepts spans again')
      isDown = false
      return true
    } catch (error) {
      if (!isDown)
        log.warn({ event: 'traces.failed', err: error }, 'Could not send spans to the collector; retrying')
      isDown = true
      return false
    }
  }
  const send = async () => {
    clearTimeout(timer)
    timer = undefined
    sending ??= sendBatch().finally(() => {
      sending = undefined
      if (waiting.length > 0) sendSoon()
    })
    return await sending
  }
  const sendSoon = () => {
    const isFull = waiting.length >= maxBatch && !isDown
    if (isFull && !sending) void send()
    else timer ??= setTimeout(() => void send(), isDown ? pauseMs : everyMs).unref()
  }

  return {
    add(span) {
      if (waiting.length >= maxWaiting) return spans.inc({ outcome: 'dropped' })
      waiting.push(span)
      if (!sending) sendSoon()
    },
    async stop() {
      const limit = setTimeout(() => giveUp.abort(), lastMs)
      await sending
      while (waiting.length > 0 && !giveUp.signal.aborted && (await send()));
      clearTimeout(limit)
      clearTimeout(timer)
    },
  }
}
