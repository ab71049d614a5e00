import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Runs in a separate process: a proxy in front of the model provider that only forwards bytes, the minimum cost of any server. */

const target = process.argv[2]
if (target === undefined) throw new Error('Give the address of the provider.')
const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

const server = createServer((incoming, outgoing) => {
  const onward = request(
    target + (incoming.url ?? ''),
    { method: incoming.method ?? 'GET', headers: incoming.headers, agent },
    (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(outgoing)
    },
  )
  onward.on('error', () => outgoing.destroy())
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
})
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () =>
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
)
