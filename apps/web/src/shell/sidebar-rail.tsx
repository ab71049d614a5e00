import { ActionIcon } from '@mantine/core'
import {
  IconFileText,
  IconHistory,
  IconTemplate,
  IconLayoutSidebarLeftExpand,
  IconMessagePlus,
  IconPhoto,
  IconUserCircle,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useAccount } from '../entities/accounts/use-account.ts'
import { useTranslation } from '../lib/translate.ts'
import { Avatar } from '@atrium/ui'
import { storedPointedAt, storedSidebar } from '../lib/stored.ts'
import { KnowledgeRailEntry } from './knowledge-entry.tsx'
import { RailRooms } from './rooms/rail-rooms.tsx'
import { RequestsWaiting } from './requests-waiting.tsx'
import styles from './sidebar-rail.module.css'
import { UserMenu } from './user/user-menu.tsx'

const RailPointer = lazy(() =>
  import('./rail-pointer.tsx').then((module) => ({ default: module.RailPointer })),
)

const entries = [
  { to: '/chat', name: 'entry.newChat', icon: IconMessagePlus },
  { to: '/chat-history', name: 'entry.chatHistory', icon: IconHistory },
  { to: '/canvas', name: 'entry.canvases', icon: IconFileText },
  { to: '/images', name: 'entry.images', icon: IconPhoto },
  { to: '/question-library', name: 'entry.questionLibrary', icon: IconTemplate },
] as const

type SidebarRailProps = { onExpand: () => void; isToggleFocused: boolean; isChat: boolean }

/** The collapsed navigation: its main entries as icons, each with its name. */
export function SidebarRail({ onExpand, isToggleFocused, isChat }: SidebarRailProps) {
  const { t } = useTranslation('shell')
  const account = useAccount()
  const [isPointing, setPointing] = useState(
    () => isChat && storedPointedAt.read() === null && storedSidebar.read() === null,
  )
  return (
    <nav className={styles.rail} aria-label={t('sidebar.label')}>
      <div className={styles.mark}>
        {account && <Avatar name={account.name} imageUrl={account.logoUrl} size={32} shape="square" />}
      </div>
      <ActionIcon
        data-hint={t('sidebar.expand')}
        data-hint-side="right"
        className={styles.toggle}
        variant="subtle"
        color="gray"
        size={40}
        aria-label={t('sidebar.expand')}
        aria-expanded={false}
        autoFocus={isToggleFocused}
        onClick={onExpand}
      >
        <IconLayoutSidebarLeftExpand size={20} stroke={1.6} />
      </ActionIcon>
      {entries.map(({ to, name, icon: Icon }) => (
        <ActionIcon
          key={to}
          data-hint={t(name)}
          data-hint-side="right"
          component={Link}
          to={to}
          variant="subtle"
          color="gray"
          size={40}
          aria-label={t(name)}
        >
          <Icon size={20} stroke={1.6} />
        </ActionIcon>
      ))}
      <KnowledgeRailEntry />
      <RailRooms onMore={onExpand} />
      {isPointing && isChat && (
        <Suspense>
          <RailPointer onClose={() => setPointing(false)} />
        </Suspense>
      )}
      <div className={styles.foot}>
        <UserMenu
          position="right-end"
          trigger={(props) => (
            <button type="button" className={styles.user} aria-label={t('user.settings')} {...props}>
              <IconUserCircle size={22} stroke={1.5} aria-hidden="true" />
              <span className={styles.waiting}>
                <RequestsWaiting />
              </span>
            </button>
          )}
        />
      </div>
    </nav>
  )
}
