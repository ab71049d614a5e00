import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { limits } from '@atrium/contract'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { Log } from '../../platform/log.ts'
import type { Collaboration } from './collaboration.ts'
import { withoutEcho } from './without-echo.ts'

/** Messages that one connection may send in ten seconds: several times what typing, pasting and moving the cursor make. */
const maxMessages = 3_000
const windowMs = 10_000
const pingMs = 20_000

type SocketOptions = {
  path: string
  /** Whether a page of this origin may open the socket; browsers always name theirs. */
  isOwnOrigin(origin: string | undefined, request: IncomingMessage): boolean
  collaboration: Collaboration
  log: Log
}

/**
 * Upgrades requests for the collaboration socket. The origin is checked here, the person by their access token in the first message; a
 * client that sends none is disconnected. Runs until stopped.
 */
export function serveSocket(
  server: Server,
  { path, isOwnOrigin, collaboration, log }: SocketOptions,
): { stop(): void } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.canvasMessageBytes })
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    if (!isOwnOrigin(request.headers.origin, request)) return refuse(socket, '403 Forbidden')
    sockets.handleUpgrade(request, socket, head, (opened) => {
      sockets.emit('connection', opened)
      join(opened, request, { collaboration, log })
    })
  }
  // Requests to upgrade another path are answered like ordinary requests.
  Object.assign(server, { shouldUpgradeCallback: ({ url }: IncomingMessage) => url?.split('?')[0] === path })
  server.on('upgrade', onUpgrade)
  // A connection that doesn't answer a ping for this long is dead, even if no close was received.
  const alive = new WeakSet<WebSocket>()
  sockets.on('connection', (socket: WebSocket) => {
    alive.add(socket)
    socket.on('pong', () => alive.add(socket))
  })
  const timer = setInterval(() => {
    for (const socket of sockets.clients) {
      if (!alive.has(socket)) socket.terminate()
      alive.delete(socket)
      socket.ping()
    }
  }, pingMs).unref()
  return {
    stop() {
      clearInterval(timer)
      server.off('upgrade', onUpgrade)
      for (const socket of sockets.clients) {
        socket.close(1001, 'shutting-down')
        setTimeout(() => socket.terminate(), 500).unref()
      }
    },
  }
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function join(
  socket: WebSocket,
  { url = '' }: IncomingMessage,
  { collaboration, log }: Pick<SocketOptions, 'collaboration' | 'log'>,
): void {
  // Passes on only the URL's parameters: hooks of documents must not see cookies.
  const echoless = withoutEcho(socket)
  const request = new Request(`http://localhost/?${url.split('?')[1] ?? ''}`)
  const connection = collaboration.hocuspocus.handleConnection(echoless.socket, request)
  let count = 0
  const timer = setInterval(() => (count = 0), windowMs).unref()
  socket.on('message', (data: RawData, isBinary) => {
    count += 1
    if (count > maxMessages || !isBinary) return socket.close(1008, 'too-many-messages')
    const message = new Uint8Array(data as Buffer)
    echoless.received(message)
    connection.handleMessage(message)
  })
  socket.on('close', (code, reason) => {
    clearInterval(timer)
    connection.handleClose({ code, reason: reason.toString() })
  })
  socket.on('error', (error) =>
    log.info({ event: 'canvas.socket_failed', err: error }, 'A canvas socket failed'),
  )
}
