import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A gate before the provider: while it is closed, requests wait and the provider has not received them. */
export interface Door {
  url: string
  shut(): void
  open(): void
  /** Resolves when this number of questions has arrived since the door was shut. */
  waiting(questions: number): Promise<void>
  close(): Promise<void>
}

/** Looks at the list of models always pass: only questions are held up. */
export async function startDoor(providerUrl: string): Promise<Door> {
  let opening = Promise.withResolvers<void>()
  opening.resolve()
  let arrived = 0
  const watchers = new Set<() => void>()

  const server = createServer((incoming, reply) => {
    incoming.on('error', () => undefined)
    reply.on('error', () => undefined)
    if (incoming.method !== 'POST') return pass(providerUrl, incoming, reply)
    arrived += 1
    for (const look of watchers) look()
    void opening.promise.then(() => {
      if (!reply.destroyed) pass(providerUrl, incoming, reply)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    shut() {
      arrived = 0
      opening = Promise.withResolvers()
    },
    open: () => opening.resolve(),
    waiting(questions) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const look = () => {
        if (arrived < questions) return
        watchers.delete(look)
        resolve()
      }
      watchers.add(look)
      look()
      return promise
    },
    async close() {
      opening.resolve()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function pass(providerUrl: string, incoming: IncomingMessage, reply: ServerResponse): void {
  const { host: _, ...headers } = incoming.headers
  const onward = request(new URL(incoming.url ?? '/', providerUrl), { method: incoming.method, headers })
  onward.on('response', (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(reply)
  })
  onward.on('error', () => reply.destroy())
  reply.on('close', () => onward.destroy())
  incoming.pipe(onward)
}
