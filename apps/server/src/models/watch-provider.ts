import type { Log } from '../platform/log.ts'
import { type Look, lookAtProvider } from './look-at-provider.ts'
import type { Connection } from './provider-connections.ts'

const lookMs = 5_000
/** One lost packet should not take a provider's models from everybody's list. */
const failuresUntilDown = 2

/** Looks at one provider now and then, and remembers how it stands. */
export class ProviderWatch {
  readonly connection: Connection
  readonly #fetch: typeof globalThis.fetch
  readonly #log: Log
  #failures = 0
  #seen = false
  #vendorModels: string[] = []
  #lastLook: { at: Date; look: Look } | null = null

  constructor(connection: Connection, fetch: typeof globalThis.fetch, log: Log) {
    this.connection = connection
    this.#fetch = fetch
    this.#log = log
  }

  /** False after two failed looks in a row, or when it never answered. Before the first look it is believed. */
  get isUp(): boolean {
    return this.#failures < (this.#seen ? failuresUntilDown : 1)
  }

  get vendorModels(): readonly string[] {
    return this.#vendorModels
  }

  /** The last look and when it was; null before the first. */
  get lastLook(): { at: Date; look: Look } | null {
    return this.#lastLook
  }

  /** Looks once; `timeoutMs` long at most. Never throws. */
  async look(timeoutMs = lookMs): Promise<void> {
    const wasUp = this.isUp
    const isFirst = !this.#seen
    const provider = this.connection.row.name
    const look = await lookAtProvider(this.connection, {
      fetch: this.#fetch,
      timeoutMs,
      wantsModels: this.connection.row.discover !== undefined,
    })
    this.#lastLook = { at: new Date(), look }
    if (!look.isThere) {
      this.#failures += 1
      // An Ollama that nobody runs is no news.
      if (wasUp && !this.isUp && (this.#seen || !this.isOptional))
        this.#log.warn({ provider, reason: look.detail }, 'the model provider does not answer')
      return
    }
    if (this.connection.row.discover && look.problem === null)
      this.#vendorModels = look.models.map(({ name }) => name)
    if (isFirst && look.problem === 'KEY_REFUSED')
      this.#log.warn({ provider }, 'the model provider does not accept the configured key')
    this.#failures = 0
    this.#seen = true
    if (!wasUp) this.#log.info({ provider }, 'the model provider answers')
  }

  /** It is looked for without having been asked for: when it is not there, nothing is missing. */
  get isOptional(): boolean {
    return this.connection.row.discover === 'ollama'
  }
}
