import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountWatch } from '../features/accounts/account-watch.tsx'
import { useChoicesOfUser } from '../features/preferences/use-choices-of-user.ts'
import { openedSource } from '../features/sources/opened-source.ts'
import { SourcesHost } from '../features/sources/sources-host.tsx'
import { QueriesProvider } from '../lib/queries-provider.tsx'
import { useStore } from '../lib/store.ts'
import styles from './shell.module.css'
import { PaletteHost } from './palette/palette-host.tsx'
import { ShellHeader } from './shell-header.tsx'
import { Sidebar } from './sidebar.tsx'
import { SidebarRail } from './sidebar-rail.tsx'
import { useSidebar } from './use-sidebar.ts'

// Only small screens open it, and only when asked to.
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
            <SidebarRail onExpand={sidebar.toggle} isToggleFocused={sidebar.wasToggled} />
          )}
        </div>
        <div className={styles.column}>
          <ShellHeader onOpenNavigation={sidebar.openDrawer} />
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
      </div>
    </QueriesProvider>
  )
}
