import { type AccountId, type CanvasId, canvasSocketPath } from '@atrium/contract'
import { HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { useEffect, useRef, useState } from 'react'
import { Doc } from 'yjs'
import { accessToken } from '../../../lib/api/api.ts'
import { apiBases } from '../../../lib/api/app-config.ts'
import { CanvasProvider, reconnect } from './canvas-provider.ts'

/** `saved` means stored by the server: it acknowledges a change only after it is in the database. */
export type SaveState = 'connecting' | 'saved' | 'saving' | 'offline' | 'reading' | 'tooLarge' | 'manyOpen'

export type CanvasSession = { doc: Doc; provider: CanvasProvider }

type Connected = {
  /** Null until the document is here. */
  session: CanvasSession | null
  state: SaveState
  /** Whether something written here is not stored yet. */
  isUnsaved: boolean
  mayEdit: boolean
}

type CanvasToOpen = { accountId: AccountId; canvasId: CanvasId; onLost: () => void }

const waiting: Connected = { session: null, state: 'connecting', isUnsaved: false, mayEdit: false }

/** Connects a canvas' document while the component is on screen. What is written offline is sent after reconnecting. */
export function useCanvasSession({ accountId, canvasId, onLost }: CanvasToOpen): Connected {
  const [connected, setConnected] = useState<Connected>(waiting)
  const lost = useRef(onLost)
  useEffect(() => {
    lost.current = onLost
  })
  useEffect(() => {
    let isLeft = false
    let leave = () => {}
    void apiBases().then((bases) => {
      if (isLeft) return
      leave = connect(socketUrl(bases.stream), `${accountId}/${canvasId}`, {
        onChange: setConnected,
        onLost: () => lost.current(),
      })
    })
    return () => {
      isLeft = true
      leave()
      setConnected(waiting)
    }
  }, [accountId, canvasId])
  useEffect(() => {
    if (!connected.isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [connected.isUnsaved])
  return connected
}

function socketUrl(base: string): string {
  const url = new URL(`${base}${canvasSocketPath}`, location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

type Listeners = { onChange: (connected: Connected) => void; onLost: () => void }

function connect(url: string, name: string, { onChange, onLost }: Listeners): () => void {
  const doc = new Doc()
  let hasOpened = false
  let ended: 'tooLarge' | 'manyOpen' | null = null
  const socket = new HocuspocusProviderWebsocket({ url, delay: 500, minDelay: 300, maxDelay: 10_000 })
  let isUnsaved = false
  // Before the provider, which sends the change: it must count by then.
  doc.on('update', (_update: Uint8Array, origin: unknown) => {
    if (origin !== provider) isUnsaved = true
  })
  const show = () => {
    const mayEdit = ended === null && provider.authorizedScope === 'read-write'
    if (provider.isSynced && !provider.hasUnsyncedChanges) isUnsaved = false
    onChange({
      session: hasOpened ? { doc, provider } : null,
      state: stateNow(mayEdit),
      isUnsaved: mayEdit && isUnsaved,
      mayEdit,
    })
  }
  const stateNow = (mayEdit: boolean): SaveState => {
    if (ended) return ended
    if (!hasOpened) return 'connecting'
    if (socket.status !== 'connected') return 'offline'
    if (!mayEdit) return 'reading'
    return isUnsaved ? 'saving' : 'saved'
  }
  const provider: CanvasProvider = new CanvasProvider({
    websocketProvider: socket,
    name,
    document: doc,
    token: accessToken,
    onSynced: () => {
      hasOpened = true
      show()
    },
    onUnsyncedChanges: show,
    onAuthenticated: show,
    onAuthenticationFailed: ({ reason }) => {
      if (reason === 'too-many') ended = 'manyOpen'
      socket.disconnect()
      if (ended === null) onLost()
      else show()
    },
    onStatus: show,
    onClose: ({ event }) => {
      if (event.reason === 'too-large') {
        ended = 'tooLarge'
        socket.disconnect()
      }
      show()
    },
  })
  provider.attach()
  // The socket notices a lost network only at its next message.
  const goOffline = () => socket.disconnect()
  const goOnline = () => void (ended === null && reconnect(socket))
  addEventListener('offline', goOffline)
  addEventListener('online', goOnline)
  return () => {
    removeEventListener('offline', goOffline)
    removeEventListener('online', goOnline)
    provider.destroy()
    socket.destroy()
    doc.destroy()
  }
}
