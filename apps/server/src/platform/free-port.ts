import { createServer, type AddressInfo } from 'node:net'

/** A port that stays taken until it is released, so that no other program gets it meanwhile. */
export type ReservedPort = { port: number; release: () => Promise<void> }

/** Reserves a currently unused port. */
export function reservePort(host: string): Promise<ReservedPort> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo
      resolve({ port, release: () => new Promise((released) => server.close(() => released())) })
    })
  })
}

/** Throws EADDRINUSE when another program listens on this port. */
export function requireFreePort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, host, () => server.close(() => resolve()))
  })
}
