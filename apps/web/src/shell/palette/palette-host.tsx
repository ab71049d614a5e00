import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react'
import { openChatFind } from '../../entities/chats/chat-find.ts'
import { openChatOutline } from '../../entities/chats/chat-outline.ts'
import { openedHelp, openShortcuts } from '../../lib/opened-help.ts'
import { useStore } from '../../lib/store.ts'
import { isWritingIn, shortcutOf } from './shortcuts.ts'
import { TypedAhead } from './typed-ahead.tsx'

const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then((module) => ({ default: module.CommandPalette })),
)
const ShortcutList = lazy(() =>
  import('./shortcut-list.tsx').then((module) => ({ default: module.ShortcutList })),
)

/** Opens the command palette from anywhere. */
export const openPalette = (): void => openedHelp.set('palette')

/** Handles global shortcuts (NAV-13) and renders the palette and the shortcut list, each loaded on first use. */
export function PaletteHost() {
  const open = useStore(openedHelp)
  const navigate = useNavigate()
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event, isWritingIn(event.target), event.code)
      if (shortcut === null || event.defaultPrevented) return
      if (shortcut === 'outline') {
        if (openChatOutline()) event.preventDefault()
        return
      }
      if (shortcut === 'find') {
        if (openChatFind()) event.preventDefault()
        return
      }
      event.preventDefault()
      if (shortcut === 'new-chat') return void navigate({ to: '/chat' })
      openedHelp.set(shortcut)
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [navigate])
  const close = useCallback(() => openedHelp.set(null), [])
  const typed = useRef('')
  return (
    <Suspense fallback={open === 'palette' && <TypedAhead into={typed} onCancel={close} />}>
      {open === 'palette' && (
        <CommandPalette typedAhead={typed} onClose={close} onShortcuts={openShortcuts} />
      )}
      {open === 'shortcuts' && <ShortcutList onClose={close} />}
    </Suspense>
  )
}
