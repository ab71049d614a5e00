import type { IncomingHttpHeaders } from 'node:http'

/** State of the answer to a request. `client-left` if the reader closed first. */
export type RequestState = 'running' | 'answered' | 'refused' | 'failed' | 'dropped' | 'client-left'

/** A request as the provider received it. Keys are replaced by the word 'present'. */
export interface RecordedRequest {
  readonly number: number
  readonly receivedAt: Date
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
  /** '' when the body names none. */
  readonly model: string
  /** The last user turn, '' where there is none; with its fault directives. */
  question: string
  state: RequestState
}

const kept = 500
const secretHeaders = ['authorization', 'x-api-key', 'api-key', 'cookie']

/** The last 500 requests, with a way to wait for one. */
export class RecordedRequests {
  #requests: RecordedRequest[] = []
  #count = 0
  #watchers = new Set<() => void>()

  add(request: { path: string; headers: IncomingHttpHeaders; body: unknown }): RecordedRequest {
    const headers = { ...request.headers }
    for (const name of secretHeaders) if (headers[name] !== undefined) headers[name] = 'present'
    const recorded: RecordedRequest = {
      number: ++this.#count,
      receivedAt: new Date(),
      path: request.path,
      headers,
      body: request.body,
      model: modelIn(request.body),
      question: '',
      state: 'running',
    }
    this.#requests.push(recorded)
    if (this.#requests.length > kept) this.#requests.shift()
    return recorded
  }

  /** Notifies the watchers of a changed request. */
  changed(): void {
    for (const look of this.#watchers) look()
  }

  list(): RecordedRequest[] {
    return [...this.#requests]
  }

  clear(): void {
    this.#requests = []
  }

  /** The first request, recorded already or to come, for which the predicate is true. Never settles if none comes. */
  waitFor(predicate: (request: RecordedRequest) => boolean): Promise<RecordedRequest> {
    const { promise, resolve } = Promise.withResolvers<RecordedRequest>()
    const look = () => {
      const found = this.#requests.find(predicate)
      if (found === undefined) return
      this.#watchers.delete(look)
      resolve(found)
    }
    this.#watchers.add(look)
    look()
    return promise
  }
}

function modelIn(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('model' in body)) return ''
  return typeof body.model === 'string' ? body.model : ''
}
