import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect } from 'react'
import { openChatOutline } from '../../features/chat/chat-outline.ts'
import { openedHelp, openShortcuts } from '../../lib/opened-help.ts'
import { useStore } from '../../lib/store.ts'
import { isWritingIn, shortcutOf } from './shortcuts.ts'

const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then((module) => ({ default: module.CommandPalette })),
)
const ShortcutList = lazy(() =>
  import('./shortcut-list.tsx').then((module) => ({ default: module.ShortcutList })),
)

/** Opens the command palette from anywhere. */
export const openPalette = (): void => openedHelp.set('palette')

/** Hears the shortcuts of the whole product (NAV-13) and holds what they open, each loaded with its first use. */
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
      event.preventDefault()
      if (shortcut === 'new-chat') return void navigate({ to: '/chat' })
      openedHelp.set(shortcut)
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [navigate])
  const close = useCallback(() => openedHelp.set(null), [])
  return (
    <Suspense>
      {open === 'palette' && <CommandPalette onClose={close} onShortcuts={openShortcuts} />}
      {open === 'shortcuts' && <ShortcutList onClose={close} />}
    </Suspense>
  )
}
