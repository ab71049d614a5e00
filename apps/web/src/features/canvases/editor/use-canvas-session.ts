import { type AccountId, canvasFormat, type CanvasId, canvasSocketPath } from '@atrium/contract'
import { HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { useEffect, useRef, useState } from 'react'
import { applyUpdate, Doc } from 'yjs'
import { accessToken } from '../../../lib/api/api.ts'
import { apiBases } from '../../../lib/api/app-config.ts'
import { useUser } from '../../../lib/session/use-session.ts'
import { CanvasProvider, reconnect } from './canvas-provider.ts'
import { type UnsavedEdits, unsavedEditsOf } from './unsaved-edits.ts'

/** How long every change must have been saved before 'Saved' is shown, so that it does not flicker with each key. */
const savedAfterMs = 300

/** `saved` means stored by the server: it acknowledges a change only after it is in the database. */
export type SaveState =
  | 'connecting'
  | 'saved'
  | 'saving'
  | 'offline'
  | 'reading'
  | 'tooLarge'
  | 'manyOpen'
  | 'outdated'

export type CanvasSession = { doc: Doc; provider: CanvasProvider }

type Connected = {
  /** Null until the document has loaded. */
  session: CanvasSession | null
  state: SaveState
  /** Whether something written here is not stored yet. */
  isUnsaved: boolean
  mayEdit: boolean
}

type CanvasToOpen = { accountId: AccountId; canvasId: CanvasId; onLost: () => void }

const waiting: Connected = { session: null, state: 'connecting', isUnsaved: false, mayEdit: false }

/**
 * Connects a canvas' document while the component is on screen. Offline changes are sent after reconnecting, also by the next page
 * that opens the canvas in this browser.
 */
export function useCanvasSession({ accountId, canvasId, onLost }: CanvasToOpen): Connected {
  const [connected, setConnected] = useState<Connected>(waiting)
  const userId = useUser()?.id
  const lost = useRef(onLost)
  useEffect(() => {
    lost.current = onLost
  })
  useEffect(() => {
    if (userId === undefined) return
    let isLeft = false
    let leave = () => {}
    const edits = unsavedEditsOf({ userId, accountId, canvasId })
    void Promise.all([apiBases(), edits.read()]).then(([bases, kept]) => {
      if (isLeft) return
      const unsaved = { edits, kept }
      leave = connect(socketUrl(bases.stream), `${accountId}/${canvasId}`, unsaved, {
        onChange: setConnected,
        onLost: () => lost.current(),
      })
    })
    return () => {
      isLeft = true
      leave()
      setConnected(waiting)
    }
  }, [accountId, canvasId, userId])
  useEffect(() => {
    if (!connected.isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [connected.isUnsaved])
  return connected
}

const isSame = (one: Connected, other: Connected): boolean =>
  one.session === other.session &&
  one.state === other.state &&
  one.isUnsaved === other.isUnsaved &&
  one.mayEdit === other.mayEdit

function socketUrl(base: string): string {
  const url = new URL(`${base}${canvasSocketPath}`, location.href)
  url.searchParams.set('format', String(canvasFormat))
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

type Unsaved = {
  edits: UnsavedEdits
  /** Changes stored by earlier pages. */
  kept: Uint8Array[]
}
type Listeners = { onChange: (connected: Connected) => void; onLost: () => void }

function connect(
  url: string,
  name: string,
  { edits, kept }: Unsaved,
  { onChange, onLost }: Listeners,
): () => void {
  const doc = new Doc()
  let hasOpened = false
  let ended: 'tooLarge' | 'manyOpen' | 'outdated' | null = null
  const socket = new HocuspocusProviderWebsocket({ url, delay: 500, minDelay: 300, maxDelay: 10_000 })
  let isUnsaved = false
  let shown = waiting
  let timer: ReturnType<typeof setTimeout> | undefined
  // Before the provider, which sends the change: it must count by then.
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin === provider) return
    isUnsaved = true
    if (origin !== edits && ended === null) edits.add(update)
  })
  /** Once the server says that this person may write. The rest of what the changes need may arrive after them. */
  const mergeKept = () => {
    if (provider.authorizedScope !== 'read-write') return
    for (const update of kept.splice(0)) {
      isUnsaved = true
      applyUpdate(doc, update, edits)
    }
  }
  const show = () => {
    const mayEdit = ended === null && provider.authorizedScope === 'read-write'
    if (provider.isSynced && !provider.hasUnsyncedChanges) {
      isUnsaved = false
      if (mayEdit) edits.forget()
    }
    const now: Connected = {
      session: hasOpened ? session : null,
      state: stateNow(mayEdit),
      isUnsaved: mayEdit && isUnsaved,
      mayEdit,
    }
    clearTimeout(timer)
    if (now.state === 'saved' && shown.state === 'saving')
      timer = setTimeout(() => publish(now), savedAfterMs)
    else publish(now)
  }
  /** Each key causes two updates, to the same state: only a different state rerenders the editor. */
  const publish = (now: Connected) => {
    if (isSame(shown, now)) return
    shown = now
    onChange(now)
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
    onAuthenticated: () => {
      mergeKept()
      show()
    },
    onAuthenticationFailed: ({ reason }) => {
      if (reason === 'too-many') ended = 'manyOpen'
      // The next page merges what this one has not saved.
      if (reason === 'outdated') ended = 'outdated'
      // Also when it was deleted, or is no longer shared.
      if (reason === 'not-found') edits.forgetAll()
      socket.disconnect()
      if (ended === null) onLost()
      else show()
    },
    onStatus: show,
    onClose: ({ event }) => {
      if (event.reason === 'too-large') {
        ended = 'tooLarge'
        // Merged again, they would close the canvas each time it is opened.
        edits.forgetAll()
        socket.disconnect()
      }
      show()
    },
  })
  const session: CanvasSession = { doc, provider }
  provider.attach()
  // The socket notices a lost network only at its next message.
  const goOffline = () => socket.disconnect()
  const goOnline = () => void (ended === null && reconnect(socket))
  addEventListener('offline', goOffline)
  addEventListener('online', goOnline)
  addEventListener('pagehide', edits.flush)
  return () => {
    removeEventListener('pagehide', edits.flush)
    edits.flush()
    clearTimeout(timer)
    removeEventListener('offline', goOffline)
    removeEventListener('online', goOnline)
    provider.destroy()
    socket.destroy()
    doc.destroy()
  }
}
