import { useRouterState } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { storedSidebar } from '../lib/stored.ts'

/**
 * The state of the navigation (NAV-07). On wide screens a sidebar, as the user left it or, before any choice, collapsed beside a chat. On
 * small screens a drawer, which closes after navigating.
 */
export function useSidebar(isChat: boolean) {
  const [chosen, setChosen] = useState(storedSidebar.read)
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const [wasToggled, setToggled] = useState(false)
  const [wasDrawerOpened, setDrawerOpened] = useState(false)
  // A visit, not a URL: switching rooms goes from a new chat to a new chat.
  const here = useRouterState({ select: ({ location }) => location.state.__TSR_key ?? location.href })
  const openDrawer = useCallback(() => {
    setDrawerOpened(true)
    setOpenedAt(here)
  }, [here])
  const isExpanded = chosen ? chosen === 'expanded' : !isChat
  return {
    isExpanded,
    toggle() {
      const next = isExpanded ? 'collapsed' : 'expanded'
      storedSidebar.write(next)
      setChosen(next)
      setToggled(true)
    },
    /** Collapsing replaces the pressed button by another one, which then gets the focus. */
    wasToggled,
    isDrawerOpen: openedAt === here,
    /** After its first opening the drawer stays mounted, so that it can animate when it closes. */
    wasDrawerOpened,
    openDrawer,
    closeDrawer: () => setOpenedAt(null),
  }
}
