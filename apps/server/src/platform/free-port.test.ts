import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { requireFreePort, reservePort } from './free-port.ts'

const host = '127.0.0.1'

test('a reserved port is taken for everybody else until it is released', async () => {
  const { port, release } = await reservePort(host)
  await expect(requireFreePort(host, port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await release()
  await requireFreePort(host, port)
  // Releasing again, as after a failed start, changes nothing.
  await release()
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  server.close()
})
