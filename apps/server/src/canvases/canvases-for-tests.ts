import { type Picture, pictureNode } from '@atrium/canvas'
import { type AccountId, canvasFormat, type CanvasId, canvasSocketPath } from '@atrium/contract'
import { HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import type { TestPerson } from '@atrium/testkit'
import { WebSocket } from 'ws'
import { Doc, XmlElement, type XmlFragment, XmlText } from 'yjs'
import { CanvasProvider, reconnect } from '../../../web/src/features/canvases/editor/canvas-provider.ts'

/** A browser with a canvas open. */
export type OpenedCanvas = {
  doc: Doc
  provider: CanvasProvider
  /** Whether everything written here is stored by the server. */
  isSaved(): boolean
  isReady(): boolean
  /** For the message of a failed test. */
  status(): string
  /** The reason of a refused opening. */
  refusal(): string | null
  closeReasons: string[]
  /** Appends a paragraph. */
  write(text: string): void
  /** Appends a picture that the canvas has. */
  writePicture(picture: Picture): void
  /** The text of every paragraph. */
  texts(): string[]
  disconnect(): void
  connect(): void
  close(): void
}

/** Opens a canvas over the collaboration socket of a server, as a browser would. */
export function openOverSocket(
  person: { api: Pick<TestPerson['api'], 'url' | 'token'>; accountId: AccountId },
  canvasId: CanvasId,
  { url = person.api.url, accountId = person.accountId, token = () => person.api.token ?? '' } = {},
): OpenedCanvas {
  const doc = new Doc()
  const closeReasons: string[] = []
  let refusal: string | null = null
  let isReady = false
  const socket = new HocuspocusProviderWebsocket({
    url: `${url.replace('http', 'ws')}/stream${canvasSocketPath}?format=${canvasFormat}`,
    WebSocketPolyfill: class extends WebSocket {
      constructor(address: string) {
        super(address, { origin: url })
        // Closed while it connects, it fails; the provider no longer listens then.
        this.on('error', () => undefined)
      }
    },
    delay: 50,
    minDelay: 50,
    maxDelay: 200,
  })
  const provider = new CanvasProvider({
    websocketProvider: socket,
    name: `${accountId}/${canvasId}`,
    document: doc,
    token,
    onSynced: () => (isReady = true),
    onAuthenticationFailed: ({ reason }) => (refusal = reason),
    onClose: ({ event }) => void closeReasons.push(event.reason),
  })
  provider.attach()
  const fragment = (): XmlFragment => doc.getXmlFragment('default')
  return {
    doc,
    provider,
    closeReasons,
    isSaved: () => isReady && !provider.hasUnsyncedChanges,
    isReady: () => isReady,
    status: () =>
      JSON.stringify({
        socket: socket.status,
        wants: socket.shouldConnect,
        refusal,
        isSynced: provider.isSynced,
        unsynced: provider.unsyncedChanges,
        closeReasons: closeReasons.slice(-3),
      }),
    refusal: () => refusal,
    write(text) {
      const paragraph = new XmlElement('paragraph')
      paragraph.insert(0, [new XmlText(text)])
      doc.transact(() => fragment().push([paragraph]))
    },
    writePicture(picture) {
      const element = new XmlElement(pictureNode)
      // Yjs stores numbers as well.
      for (const [name, value] of Object.entries(picture)) element.setAttribute(name, value as string)
      doc.transact(() => fragment().push([element, new XmlElement('paragraph')]))
    },
    texts: () =>
      fragment()
        .toArray()
        .map((node) =>
          node instanceof XmlElement
            ? node
                .toArray()
                .map((child) => (child instanceof XmlText ? child.toJSON() : ''))
                .join('')
            : '',
        ),
    disconnect: () => socket.disconnect(),
    connect: () => reconnect(socket),
    close() {
      provider.destroy()
      socket.destroy()
      doc.destroy()
    },
  }
}
