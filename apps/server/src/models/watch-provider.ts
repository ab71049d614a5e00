import type { Log } from '../platform/log.ts'
import type { Connection } from './provider-connections.ts'

/** What a look at a provider found: whether it answers and, where its models are to be found, their names. */
export interface Sighting {
  reachable: boolean
  vendorModels: string[]
}

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

  /** Looks once; `timeoutMs` long at most. Never throws. */
  async look(timeoutMs = lookMs): Promise<void> {
    const wasUp = this.isUp
    try {
      const reply = await this.#fetch(listAddress(this.connection), {
        headers: listHeaders(this.connection),
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (reply.status >= 500) throw new Error(`status ${reply.status}`)
      if (this.connection.row.discover && reply.ok) this.#vendorModels = modelNames(await reply.json())
      else await reply.body?.cancel()
      if (reply.status === 401 && !this.#seen)
        this.#log.warn(
          { provider: this.connection.row.name },
          'the model provider does not accept the configured key',
        )
      this.#failures = 0
      this.#seen = true
    } catch (error) {
      this.#failures += 1
      // An Ollama that nobody runs is no news.
      if (wasUp && !this.isUp && (this.#seen || !this.isOptional))
        this.#log.warn(
          { provider: this.connection.row.name, reason: reasonOf(error) },
          'the model provider does not answer',
        )
      return
    }
    if (!wasUp) this.#log.info({ provider: this.connection.row.name }, 'the model provider answers')
  }

  /** It is looked for without having been asked for: when it is not there, nothing is missing. */
  get isOptional(): boolean {
    return this.connection.row.discover === 'ollama'
  }
}

function listAddress({ row, baseUrl }: Connection): string {
  if (row.discover === 'ollama') return `${new URL(baseUrl).origin}/api/tags`
  if (row.protocol === 'azure' || row.protocol === 'azure-responses')
    return `${baseUrl}/v1/models?api-version=v1`
  return `${baseUrl}/models`
}

function listHeaders({ row, key }: Connection): Record<string, string> {
  if (!key) return {}
  switch (row.protocol) {
    case 'anthropic':
      return { 'x-api-key': key.reveal(), 'anthropic-version': '2023-06-01' }
    case 'google':
      return { 'x-goog-api-key': key.reveal() }
    case 'azure':
    case 'azure-responses':
      return { 'api-key': key.reveal() }
    default:
      return { authorization: `Bearer ${key.reveal()}` }
  }
}

const notForTalk = /embed|rerank|whisper|tts|dall-e|image|moderation|transcri|speech/i

/** Names out of OpenAI's `data[].id` or Ollama's `models[].name`; what is no model to talk with is left out. */
function modelNames(list: unknown): string[] {
  const rows =
    typeof list === 'object' && list !== null
      ? 'data' in list
        ? list.data
        : 'models' in list
          ? list.models
          : []
      : []
  if (!Array.isArray(rows)) return []
  const names = rows.map((row: unknown) => {
    if (typeof row !== 'object' || row === null) return undefined
    return 'id' in row ? row.id : 'name' in row ? row.name : undefined
  })
  return names
    .filter(
      (name): name is string =>
        typeof name === 'string' &&
        /^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,120}$/.test(name) &&
        !notForTalk.test(name),
    )
    .slice(0, 500)
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error
    ? 'code' in cause && typeof cause.code === 'string'
      ? cause.code
      : cause.message.slice(0, 100)
    : 'unknown'
}
