import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { requireFreePort } from '@atrium/server/platform/free-port.ts'

/** Below the ports that Linux and macOS give to outgoing connections and to servers without a port of their own. */
const firstPort = 20_000
const lastPort = 32_767

const host = '127.0.0.1'

/**
 * Returns an unused port of 127.0.0.1 for a server whose address must be known before it listens. No other test gets it while this
 * process lives, even between two starts of the server: a UDP socket with the same number, which no server here uses, is its lock.
 */
export async function findFreePort(): Promise<number> {
  const count = lastPort - firstPort + 1
  const start = Math.floor(Math.random() * count)
  for (let step = 0; step < count; step++) {
    const port = firstPort + ((start + step) % count)
    if ((await lockPort(port)) && (await isUnused(port))) return port
  }
  throw new Error(`No port from ${firstPort} to ${lastPort} is unused.`)
}

/** False if another test has locked the port. The lock ends with this process. */
async function lockPort(port: number): Promise<boolean> {
  const socket = createSocket('udp4')
  try {
    socket.bind({ port, address: host, exclusive: true })
    await once(socket, 'listening')
    socket.unref()
    return true
  } catch {
    return false
  }
}

const isUnused = (port: number): Promise<boolean> =>
  requireFreePort(host, port).then(
    () => true,
    () => false,
  )
