import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type SocketReply = { status: number; headers: Record<string, string>; text: string }

/** One connection over which requests are written as a browser writes them: the whole request first, then its reply is read. */
export async function openSocket(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  await once(socket, 'connect')
  // A connection reset shows as an incomplete reply.
  socket.on('error', () => undefined)
  return {
    socket,
    async exchange(head: readonly string[], body: Uint8Array = new Uint8Array()): Promise<SocketReply> {
      socket.pause()
      await write(socket, Buffer.from([...head, 'Host: atrium', '', ''].join('\r\n')))
      for (let at = 0; at < body.byteLength && socket.writable; at += 64 * 1024)
        await write(socket, body.subarray(at, at + 64 * 1024))
      return await readReply(socket)
    },
    /** Waits until the server has ended it. */
    async ended() {
      socket.resume()
      if (!socket.readableEnded) await once(socket, 'end')
      socket.destroy()
    },
  }
}

const write = (socket: Socket, bytes: Uint8Array) =>
  new Promise<void>((resolve) => socket.write(bytes, () => resolve()))

/** The first complete reply, by its Content-Length. Rejects when the connection ends before it. */
async function readReply(socket: Socket): Promise<SocketReply> {
  if (socket.readableEnded) throw new Error('The connection has ended.')
  return await new Promise((resolve, reject) => {
    let received = ''
    const broken = () => reject(new Error(`The connection ended after: ${received}`))
    function take(chunk: Buffer) {
      received += chunk.toString('latin1')
      const end = received.indexOf('\r\n\r\n')
      if (end < 0) return
      const [first = '', ...lines] = received.slice(0, end).split('\r\n')
      const headers = Object.fromEntries(
        lines.map((line) => [
          line.slice(0, line.indexOf(':')).toLowerCase(),
          line.slice(line.indexOf(':') + 1).trim(),
        ]),
      )
      const text = received.slice(end + 4)
      if (text.length < Number(headers['content-length'] ?? 0)) return
      socket.off('data', take).off('close', broken).off('end', broken)
      resolve({ status: Number(first.split(' ')[1]), headers, text })
    }
    socket.on('data', take).once('end', broken).once('close', broken)
    socket.resume()
  })
}
