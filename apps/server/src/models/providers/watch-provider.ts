import type { ErrorCode, ProviderProblem } from '@atrium/contract'
import type { Log } from '../../platform/log.ts'
import { type Look, checkProvider } from './check-provider.ts'
import type { Connection } from './provider-connections.ts'

const lookMs = 5_000
/** One lost packet should not remove a provider's models for everybody: it takes this many failures within this time. */
const failuresUntilDown = 3
const windowMs = 5 * 60_000
const firstRecheckMs = 2_000
const maxRecheckMs = 60_000
/** How often every provider is checked, whatever happened before. */
export const checkIntervalMs = 60_000
/** Enough for the longest backoff. */
const maxRemembered = 6

const problemOfFault: Partial<Record<ErrorCode, ProviderProblem>> = {
  PROVIDER_RATE_LIMITED: 'RATE_LIMITED',
  PROVIDER_REFUSED_KEY: 'KEY_REFUSED',
  PROVIDER_STALLED: 'TIMED_OUT',
  PROVIDER_UNAVAILABLE: 'PROVIDER_FAILED',
  PROVIDER_DROPPED: 'PROVIDER_FAILED',
  PROVIDER_MALFORMED: 'PROVIDER_FAILED',
  PROVIDER_EMPTY: 'PROVIDER_FAILED',
}

/** Checks one provider periodically, and keeps its status. */
export class ProviderWatch {
  readonly connection: Connection
  readonly #fetch: typeof globalThis.fetch
  readonly #log: Log
  /** The times of the failed checks since the last success. */
  #failedAt: number[] = []
  #recheck: NodeJS.Timeout | undefined
  #isStopped = false
  #seen = false
  #vendorModels: string[] = []
  #lastLook: { at: Date; look: Look } | null = null
  #lastFailure: { kind: ProviderProblem; at: Date } | null = null
  #recheckAtMs: number | null = null

  constructor(connection: Connection, fetch: typeof globalThis.fetch, log: Log) {
    this.connection = connection
    this.#fetch = fetch
    this.#log = log
  }

  /** False after three failed checks within the window. An optional provider is up only once it has answered. */
  get isUp(): boolean {
    if (this.isOptional && !this.#seen && this.#failedAt.length > 0) return false
    const last = this.#failedAt.at(-1) ?? 0
    return this.#failedAt.filter((at) => at > last - windowMs).length < failuresUntilDown
  }

  /** Stops checking. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#recheck)
  }

  /** Checks again after 2, 4, 8 … 60 s. An optional provider that never answered waits for the regular check. */
  #scheduleRecheck(): void {
    clearTimeout(this.#recheck)
    if (this.#isStopped || (this.isOptional && !this.#seen)) return
    const waitMs = Math.min(firstRecheckMs * 2 ** (this.#failedAt.length - 1), maxRecheckMs)
    this.#recheckAtMs = Date.now() + waitMs
    this.#recheck = setTimeout(() => void this.look(), waitMs).unref()
  }

  get vendorModels(): readonly string[] {
    return this.#vendorModels
  }

  /** The last check and its time; null before the first. */
  get lastLook(): { at: Date; look: Look } | null {
    return this.#lastLook
  }

  /** The last failed check or call since the start. */
  get lastFailure(): { kind: ProviderProblem; at: Date } | null {
    return this.#lastFailure
  }

  /** When the next check is due; null before the first. */
  get nextLookAt(): Date | null {
    if (this.#lastLook === null) return null
    return new Date(Math.min(this.#lastLook.at.getTime() + checkIntervalMs, this.#recheckAtMs ?? Infinity))
  }

  /** Records a failed call. Failures caused by the question say nothing about the provider. */
  noteFault(code: ErrorCode): void {
    const kind = problemOfFault[code]
    if (kind) this.#lastFailure = { kind, at: new Date() }
  }

  /** Checks once, for at most `timeoutMs`. Never throws. */
  async look(timeoutMs = lookMs): Promise<void> {
    const wasUp = this.isUp
    const isFirst = !this.#seen
    const provider = this.connection.row.name
    const look = await checkProvider(this.connection, {
      fetch: this.#fetch,
      timeoutMs,
      wantsModels: this.connection.row.discover !== undefined,
    })
    this.#lastLook = { at: new Date(), look }
    this.#recheckAtMs = null
    if (look.problem !== null) this.#lastFailure = { kind: look.problem, at: this.#lastLook.at }
    if (!look.isReachable) {
      this.#failedAt = [...this.#failedAt, performance.now()].slice(-maxRemembered)
      this.#scheduleRecheck()
      // An Ollama that isn't running is not worth logging.
      if (wasUp && !this.isUp && (this.#seen || !this.isOptional))
        this.#log.warn(
          { event: 'provider.down', provider, reason: look.detail },
          'The model provider does not respond',
        )
      return
    }
    if (this.connection.row.discover && look.problem === null)
      this.#vendorModels = look.models.map(({ name }) => name)
    if (isFirst && look.problem === 'KEY_REFUSED')
      this.#log.warn(
        { event: 'provider.key_refused', provider },
        'The model provider refuses the configured key',
      )
    this.#failedAt = []
    clearTimeout(this.#recheck)
    this.#seen = true
    if (!wasUp) this.#log.info({ event: 'provider.up', provider }, 'The model provider responds')
  }

  /** Discovered automatically, not configured: nothing is missing when it isn't there. */
  get isOptional(): boolean {
    return this.connection.row.discover === 'ollama'
  }
}
