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

/** The listening connections of this process, by the address of their database: one for all channels. */
const connections = new Map<string, ListeningConnection>()

/** Listens on a channel, over a connection that reconnects when lost (B27). Resolves when it listens, or when it has to retry. */
export async function listenTo(
  address: DatabaseAddress,
  channel: string,
  options: ListenOptions,
): Promise<{ stop(): Promise<void> }> {
  const key = JSON.stringify(address)
  const connection = connections.get(key) ?? new ListeningConnection(address, () => connections.delete(key))
  connections.set(key, connection)
  await connection.add(channel, options)
  return { stop: () => connection.remove(channel, options) }
}

/** A connection that listens on channels for any number of listeners, from the first to the last of them. */
class ListeningConnection {
  readonly #address: DatabaseAddress
  readonly #onEnd: () => void
  readonly #listeners = new Map<string, Set<ListenOptions>>()
  /** Those that missed notifications. */
  #missed = new Set<ListenOptions>()
  #client: pg.Client | undefined
  #opening: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(address: DatabaseAddress, onEnd: () => void) {
    this.#address = address
    this.#onEnd = onEnd
  }

  async add(channel: string, options: ListenOptions): Promise<void> {
    const others = this.#listeners.get(channel)
    if (others) others.add(options)
    else this.#listeners.set(channel, new Set([options]))
    if (!this.#opening) return await (this.#opening = this.#open(options))
    await this.#opening
    // What opens next listens on this channel too.
    if (!others) await this.#client?.query(this.#listen(channel)).catch(() => undefined)
  }

  async remove(channel: string, options: ListenOptions): Promise<void> {
    const listeners = this.#listeners.get(channel)
    listeners?.delete(options)
    this.#missed.delete(options)
    if (listeners?.size !== 0) return
    this.#listeners.delete(channel)
    if (this.#listeners.size > 0) {
      await this.#client?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined)
      return
    }
    this.#isStopped = true
    this.#onEnd()
    clearTimeout(this.#retry)
    await this.#client?.end().catch(() => undefined)
  }

  async #open({ log }: Pick<ListenOptions, 'log'>): Promise<void> {
    const opened = new pg.Client({ ...this.#address, application_name: 'atrium-listener', keepAlive: true })
    let isLost = false
    const lost = (error?: Error) => {
      if (isLost || this.#isStopped) return
      isLost = true
      for (const listeners of this.#listeners.values()) for (const one of listeners) this.#missed.add(one)
      log.warn(
        { event: 'database.listener_lost', reason: error?.message },
        'A database listener lost its connection; reconnecting',
      )
      void opened.end().catch(() => undefined)
      const reopen = () => {
        this.#opening = this.#open({ log })
      }
      this.#retry = setTimeout(reopen, retryMs).unref()
    }
    opened.on('error', lost)
    opened.on('end', () => lost())
    opened.on('notification', ({ channel, payload }) => {
      for (const { onMessage } of this.#listeners.get(channel) ?? []) onMessage(payload ?? '')
    })
    this.#client = opened
    try {
      await opened.connect()
      await opened.query([...this.#listeners.keys()].map((channel) => this.#listen(channel)).join('; '))
      // Only after it listens again, so that nothing later is missed.
      const missed = this.#missed
      this.#missed = new Set()
      for (const { onGap } of missed) onGap()
    } catch (error) {
      lost(error instanceof Error ? error : undefined)
    }
  }

  #listen = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`
}
