import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ChatId, StreamPart, TurnId } from '@atrium/contract'
import { AnswerRefused, type AnswerTransport, type Refusal } from './running-answer.ts'

/** A server of the answers' event stream over real sockets, which cuts connections on request. */
export type AnswerStreamServer = {
  transport: AnswerTransport
  /** Cuts the n-th connection (from 0) after this many bytes of its body; undefined doesn't. */
  cutAfterBytes: (connection: number) => number | undefined
  /** Refuses a connection, or drops it ('drop'), before any stream. */
  refuse: (connection: number) => Refusal | 'drop' | undefined
  /** The received asks and reads, in order, as `ask turn_…` and `read turn_… after N`. */
  calls: string[]
  /** Opened turns: asking one again does not open it again. */
  opened: string[]
  stopped: string[]
  close(): Promise<void>
}

/** The bytes of one turn's stream: every part as a numbered event, from 1, then `[DONE]`. */
export const streamBytes = (parts: StreamPart[], after: number): Buffer =>
  Buffer.from(
    parts
      .map((part, index) => `id: ${index + 1}\ndata: ${JSON.stringify(part)}\n\n`)
      .slice(after)
      .join('') + 'data: [DONE]\n\n',
  )

export async function startAnswerStreamServer(parts: StreamPart[]): Promise<AnswerStreamServer> {
  let connection = -1
  const state = {
    cutAfterBytes: (): number | undefined => undefined,
    refuse: (): Refusal | 'drop' | undefined => undefined,
    calls: [] as string[],
    opened: [] as string[],
    stopped: [] as string[],
  } as Pick<AnswerStreamServer, 'cutAfterBytes' | 'refuse' | 'calls' | 'opened' | 'stopped'>

  function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://server')
    const turnId = url.pathname.slice(1)
    if (request.headers['x-call'] === 'stop') {
      state.stopped.push(turnId)
      response.end()
      return
    }
    connection += 1
    const after = Number(url.searchParams.get('after') ?? 0)
    state.calls.push(request.method === 'POST' ? `ask ${turnId}` : `read ${turnId} after ${after}`)
    const refusal = state.refuse(connection)
    if (
      request.method === 'POST' &&
      (refusal === undefined || refusal === 'drop') &&
      !state.opened.includes(turnId)
    )
      state.opened.push(turnId)
    if (refusal === 'drop') return request.socket.destroy()
    if (refusal !== undefined) return void response.writeHead(409).end(JSON.stringify(refusal))
    const bytes = streamBytes(parts, after)
    const cut = state.cutAfterBytes(connection)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (cut === undefined || cut >= bytes.length) return void response.end(bytes)
    response.write(bytes.subarray(0, cut), () => request.socket.destroy())
  }

  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => answer(request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function bodyOf(response: Response) {
    if (!response.ok) throw new AnswerRefused((await response.json()) as Refusal)
    if (response.body === null) throw new Error('a stream without a body')
    return response.body
  }
  const transport: AnswerTransport = {
    ask: async ({ request }, _context, signal) =>
      bodyOf(await fetch(`${base}/${request.turnId}`, { method: 'POST', body: '{}', signal })),
    read: async (turnId, after, _context, signal) =>
      bodyOf(await fetch(`${base}/${turnId}?after=${after}`, { signal })),
    stop: async (turnId) =>
      void (await fetch(`${base}/${turnId}`, { method: 'POST', headers: { 'x-call': 'stop' } })),
  }
  return Object.assign(state, {
    transport,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

/** The parts of a short answer with reasoning, in two languages, so that some cuts fall inside characters. */
export function answerOf(turnId: TurnId, chatId: ChatId, words: string[]): StreamPart[] {
  const at = '2026-11-21T03:00:00.000Z'
  return [
    {
      type: 'start',
      messageId: turnId,
      messageMetadata: {
        turnId,
        chatId,
        modelId: 'm',
        modelName: 'Model',
        sandbox: true,
        choice: null,
        pictureOptions: null,
        startedAt: at,
      },
    },
    { type: 'start-step' },
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-delta', id: 'r', delta: 'Je réfléchis…' },
    { type: 'reasoning-end', id: 'r' },
    { type: 'text-start', id: 't' },
    ...words.map((delta): StreamPart => ({ type: 'text-delta', id: 't', delta })),
    { type: 'text-end', id: 't' },
    { type: 'finish-step' },
    {
      type: 'finish',
      messageMetadata: {
        state: 'answered',
        errorCode: null,
        retryAfterSeconds: null,
        usage: null,
        creditsCharged: 0.4,
        endedAt: at,
      },
    },
  ]
}
