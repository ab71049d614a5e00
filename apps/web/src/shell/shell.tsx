import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useRef } from 'react'
import { useTranslation } from '../lib/translate.ts'
import { AccountWatch } from '../features/accounts/index.ts'
import { useChoicesOfUser } from '../features/preferences/index.ts'
import { openedSource } from '../entities/files/opened-source.ts'
import { DowntimeBannerHost } from '../features/downtime/index.ts'
import { StartDialogsHost } from '../features/onboarding/index.ts'
import { SourcesHost } from '../features/sources/index.ts'
import { QueriesProvider } from '../lib/queries-provider.tsx'
import { useStore } from '../lib/store.ts'
import styles from './shell.module.css'
import { followActiveContext } from './live-updates.ts'
import { PaletteHost } from './palette/palette-host.tsx'
import { ShellHeader } from './shell-header.tsx'
import { Sidebar } from './sidebar.tsx'
import { SidebarRail } from './sidebar-rail.tsx'
import { useSidebar } from './use-sidebar.ts'
import { useSwipeOpen } from './use-swipe-open.ts'

followActiveContext()

// Loaded only on small screens, when it is opened.
const NavigationDrawer = lazy(() =>
  import('./navigation-drawer.tsx').then((module) => ({ default: module.NavigationDrawer })),
)

/** The frame around every page of the product: navigation beside it, a header above it. */
export function Shell() {
  const { t } = useTranslation('common')
  const main = useRef<HTMLElement>(null)
  const isChat = useRouterState({
    select: ({ location }) => location.pathname.startsWith('/chat/') || location.pathname === '/chat',
  })
  const sidebar = useSidebar(isChat)
  useSwipeOpen(sidebar.openDrawer)
  const isReading = useStore(openedSource) !== null
  useChoicesOfUser()
  return (
    <QueriesProvider>
      <AccountWatch />
      <PaletteHost />
      <div
        className={styles.shell}
        data-sidebar={sidebar.isExpanded ? 'expanded' : 'collapsed'}
        data-reading={isReading || undefined}
      >
        <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
          {t('skipToContent')}
        </button>
        <div className={styles.sidebar}>
          {sidebar.isExpanded ? (
            <Sidebar onCollapse={sidebar.toggle} isToggleFocused={sidebar.wasToggled} />
          ) : (
            <SidebarRail onExpand={sidebar.toggle} isToggleFocused={sidebar.wasToggled} isChat={isChat} />
          )}
        </div>
        <div className={styles.column}>
          <div>
            <DowntimeBannerHost />
            <ShellHeader onOpenNavigation={sidebar.openDrawer} />
          </div>
          <main ref={main} id="content" className={styles.main} tabIndex={-1}>
            <Outlet />
          </main>
        </div>
        <Suspense>
          {sidebar.wasDrawerOpened && (
            <NavigationDrawer isOpen={sidebar.isDrawerOpen} onClose={sidebar.closeDrawer} />
          )}
        </Suspense>
        <SourcesHost />
        <StartDialogsHost />
      </div>
    </QueriesProvider>
  )
}
