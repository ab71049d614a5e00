import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { storedSidebar } from '../lib/stored.ts'

/**
 * How the navigation shows (NAV-07). On wide screens as a sidebar: as the user left it, and before they ever chose,
 * collapsed beside a chat. On small screens as a drawer, which closes when it has led somewhere.
 */
export function useSidebar(isChat: boolean) {
  const [chosen, setChosen] = useState(storedSidebar.read)
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const [wasToggled, setToggled] = useState(false)
  const [wasDrawerOpened, setDrawerOpened] = useState(false)
  // A visit, not a URL: switching rooms goes from a new chat to a new chat.
  const here = useRouterState({ select: ({ location }) => location.state.__TSR_key ?? location.href })
  const isExpanded = chosen ? chosen === 'expanded' : !isChat
  return {
    isExpanded,
    toggle() {
      const next = isExpanded ? 'collapsed' : 'expanded'
      storedSidebar.write(next)
      setChosen(next)
      setToggled(true)
    },
    /** Folding swaps the button that was pressed for another one, which then takes the focus. */
    wasToggled,
    isDrawerOpen: openedAt === here,
    /** From the first opening on the drawer stays, so that it can close as gently as it opened. */
    wasDrawerOpened,
    openDrawer() {
      setDrawerOpened(true)
      setOpenedAt(here)
    },
    closeDrawer: () => setOpenedAt(null),
  }
}
