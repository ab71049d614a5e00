import type { WebSocketLike } from '@hocuspocus/server'

/** The first bytes of a message after the document's name: a cursor, or a change of the document (Sync with an update). */
const awareness = 1
const sync = 0
const update = 2

/** Number of latest received messages that sent ones are compared with. */
const maxRemembered = 32
/**
 * A browser that receives nothing for 30 seconds reconnects, so after this silence a cursor's renewal, which comes every 15 seconds, is
 * echoed.
 */
const quietMs = 5_000

/** A socket for Hocuspocus, which sends every change and cursor to everybody with the document open, even its author. */
export function withoutEcho(socket: WebSocketLike): {
  socket: WebSocketLike
  received(message: Uint8Array): void
} {
  let remembered: Uint8Array[] = []
  let sentAt = Date.now()
  const isEcho = (message: Uint8Array): boolean => {
    const index = isShared(message) ? remembered.findIndex((one) => Buffer.compare(one, message) === 0) : -1
    if (index < 0) return false
    remembered.splice(index, 1)
    return true
  }
  return {
    socket: {
      get readyState() {
        return socket.readyState
      },
      close: (code, reason) => socket.close(code, reason),
      send(message) {
        const now = Date.now()
        if (message instanceof Uint8Array && isEcho(message) && now - sentAt < quietMs) return
        sentAt = now
        socket.send(message)
      },
    },
    received(message) {
      if (isShared(message)) remembered = [...remembered.slice(1 - maxRemembered), message]
    },
  }
}

/** Whether it is a cursor or a change. Names of documents are shorter than 128 bytes, so that one byte has their length. */
function isShared(message: Uint8Array): boolean {
  const start = 1 + (message[0] ?? 0)
  return message[start] === awareness || (message[start] === sync && message[start + 1] === update)
}
