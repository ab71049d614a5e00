import {
  HocuspocusProvider,
  type HocuspocusProviderConfiguration,
  type HocuspocusProviderWebsocket,
} from '@hocuspocus/provider'
import type { Doc } from 'yjs'
import { CanvasAwareness } from './canvas-awareness.ts'

/** `WebSocket.OPEN`; while a socket closes, messages would wait for the next one. */
const openState = 1
/** Minimum interval between sent cursor positions, since the cursor moves with every key. */
const cursorEveryMs = 150

type Configuration = HocuspocusProviderConfiguration & { document: Doc }
type ChangedClients = { added: number[]; updated: number[]; removed: number[] }

/**
 * Connects a canvas' document, and knows exactly whether the server has acknowledged every change. Hocuspocus itself counts one change
 * for a new connection, and then sends those made without a connection as well: the acknowledgement of the first would count for all.
 */
export class CanvasProvider extends HocuspocusProvider {
  #isSyncing = false
  /** Runs for a moment after the cursor's position was sent. */
  #cursorTimer: ReturnType<typeof setTimeout> | null = null
  #hasMoved = false

  constructor(configuration: Configuration) {
    super({ awareness: new CanvasAwareness(configuration.document), ...configuration })
  }

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
    this.#forgetMoves()
    super.onClose()
  }

  override destroy(): void {
    this.#forgetMoves()
    super.destroy()
  }

  /** Presence is sent at once, cursor moves are batched; the last position is always sent. */
  override awarenessUpdateHandler(changed: ChangedClients, origin: unknown): void {
    if (origin !== 'local') return super.awarenessUpdateHandler(changed, origin)
    // Sent with the first message of the next connection.
    if (!this.#maySend) return
    const isMove = changed.updated.length > 0 && Boolean(this.awareness?.getLocalState()?.['cursor'])
    if (isMove && this.#cursorTimer !== null) {
      this.#hasMoved = true
      return
    }
    this.#forgetMoves()
    super.awarenessUpdateHandler(changed, origin)
    if (isMove) this.#cursorTimer = setTimeout(() => this.#sendMoves(changed), cursorEveryMs)
  }

  #sendMoves(changed: ChangedClients): void {
    const hasMoved = this.#hasMoved
    this.#forgetMoves()
    if (hasMoved) this.awarenessUpdateHandler(changed, 'local')
  }

  #forgetMoves(): void {
    if (this.#cursorTimer !== null) clearTimeout(this.#cursorTimer)
    this.#cursorTimer = null
    this.#hasMoved = false
  }

  get #maySend(): boolean {
    return this.#isSyncing && this.configuration.websocketProvider.webSocket?.readyState === openState
  }

  override documentUpdateHandler(update: Uint8Array, origin: unknown): void {
    if (this.#maySend) super.documentUpdateHandler(update, origin)
    // Sent with the reply to the server's first message, which has everything that the server lacks.
    else if (origin !== this) this.incrementUnsyncedChanges()
  }
}

/** Connects a socket again after `disconnect`, also while it is still closing, when Hocuspocus' `connect` does nothing. */
export function reconnect(socket: HocuspocusProviderWebsocket): void {
  socket.shouldConnect = true
  void socket.connect()
}
