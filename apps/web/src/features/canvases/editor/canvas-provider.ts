import { HocuspocusProvider, type HocuspocusProviderWebsocket } from '@hocuspocus/provider'

/** `WebSocket.OPEN`; while a socket closes, messages would wait for the next one. */
const openState = 1

/**
 * Connects a canvas' document, and knows exactly whether the server has acknowledged every change. Hocuspocus itself counts one change
 * for a new connection, and then sends those made without a connection as well: the acknowledgement of the first would count for all.
 */
export class CanvasProvider extends HocuspocusProvider {
  #isSyncing = false

  override async onOpen(event: Event): Promise<void> {
    this.#isSyncing = false
    await super.onOpen(event)
  }

  override startSync(): void {
    this.#isSyncing = true
    super.startSync()
  }

  override onClose(): void {
    this.#isSyncing = false
    super.onClose()
  }

  override documentUpdateHandler(update: Uint8Array, origin: unknown): void {
    const isOpen = this.configuration.websocketProvider.webSocket?.readyState === openState
    if (this.#isSyncing && isOpen) super.documentUpdateHandler(update, origin)
    // Sent with the reply to the server's first message, which has everything that the server lacks.
    else if (origin !== this) this.incrementUnsyncedChanges()
  }
}

/** Connects a socket again after `disconnect`, also while it is still closing, when Hocuspocus' `connect` does nothing. */
export function reconnect(socket: HocuspocusProviderWebsocket): void {
  socket.shouldConnect = true
  void socket.connect()
}
