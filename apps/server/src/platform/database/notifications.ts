import { sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import type { DatabaseAddress, Transaction } from './connect.ts'

/** Tells every process that listens on this channel, when the transaction commits. At most 8000 bytes of text. */
export async function notify(trx: Transaction, channel: string, text: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${text})`.execute(trx)
}

export type ListenOptions = {
  onMessage(text: string): void
  /** What was told since the connection was lost has not been heard. */
  onGap(): void
  log: Log
}

const retryMs = 500

/**
 * Hears what is told on a channel, over a connection of its own that is opened again whenever it is lost (B27). Resolves when it
 * listens, or when it is known that it will have to try again.
 */
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
      log.warn({ reason: error?.message }, 'a listener of the database lost its connection')
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
      // Not before it listens again: what is told from now on is heard.
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
