import { sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import type { Database, DatabaseAddress, Transaction } from './connect.ts'

/** Notifies every process listening on this channel, when the transaction commits. At most 8000 bytes of text. */
export async function notify(trx: Transaction, channel: string, text: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${text})`.execute(trx)
}

/** The same at once for several texts, in one statement without a transaction around it. */
export async function notifyAll(
  { kysely }: Database,
  channel: string,
  texts: readonly string[],
): Promise<void> {
  await sql`select pg_notify(${channel}, text) from unnest(${[...texts]}::text[]) as message (text)`.execute(
    kysely,
  )
}

export type ListenOptions = {
  onMessage(text: string): void
  /** Called after a lost connection: notifications since were missed. */
  onGap(): void
  log: Log
}

const retryMs = 500

/** Listens on a channel, over a separate connection that reconnects when lost (B27). Resolves when it listens, or when it has to retry. */
export async function listenTo(
  address: DatabaseAddress,
  channel: string,
  { onMessage, onGap, log }: ListenOptions,
): Promise<{ stop(): Promise<void> }> {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isStopped = false
  let hasGap = false

  const listen = async () => {
    const opened = new pg.Client({ ...address, application_name: 'atrium-listener', keepAlive: true })
    let isLost = false
    const lost = (error?: Error) => {
      if (isLost || isStopped) return
      isLost = true
      hasGap = true
      log.warn(
        { event: 'database.listener_lost', reason: error?.message },
        'A database listener lost its connection; reconnecting',
      )
      void opened.end().catch(() => undefined)
      retry = setTimeout(() => void listen(), retryMs).unref()
    }
    opened.on('error', lost)
    opened.on('end', () => lost())
    opened.on('notification', ({ payload }) => onMessage(payload ?? ''))
    client = opened
    try {
      await opened.connect()
      await opened.query(`listen ${opened.escapeIdentifier(channel)}`)
      // Only after it listens again, so that nothing later is missed.
      if (hasGap) onGap()
      hasGap = false
    } catch (error) {
      lost(error instanceof Error ? error : undefined)
    }
  }
  await listen()
  return {
    async stop() {
      isStopped = true
      clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}
