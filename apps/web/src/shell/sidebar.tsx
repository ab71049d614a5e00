import { ActionIcon } from '@mantine/core'
import {
  IconFileText,
  IconHistory,
  IconLayoutSidebarLeftCollapse,
  IconMessagePlus,
  IconPhoto,
  IconTemplate,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../lib/translate.ts'
import { KnowledgeEntry } from './knowledge-entry.tsx'
import { NavigationEntry } from './navigation-entry.tsx'
import { RecentChats } from '../features/history/index.ts'
import { AddRoom } from './rooms/room-add.tsx'
import { RoomList } from './rooms/room-list.tsx'
import { RoomSwitcher } from './rooms/room-switcher.tsx'
import { SearchEntry } from './search-entry.tsx'
import styles from './sidebar.module.css'
import { TeamMark } from './user/team-mark.tsx'
import { UserCard } from './user/user-card.tsx'

type SidebarProps = { onCollapse?: () => void; onClose?: () => void; isToggleFocused?: boolean }

/** The full navigation: team, active room, pages, rooms, and the user. */
export function Sidebar({ onCollapse, onClose, isToggleFocused }: SidebarProps) {
  const { t } = useTranslation('shell')
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  return (
    <nav className={styles.sidebar} aria-label={t('sidebar.label')}>
      <div className={styles.head}>
        <TeamMark />
        {onCollapse && (
          <ActionIcon
            className={styles.toggle}
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('sidebar.collapse')}
            aria-expanded
            autoFocus={isToggleFocused}
            onClick={onCollapse}
          >
            <IconLayoutSidebarLeftCollapse size={20} stroke={1.6} />
          </ActionIcon>
        )}
        {onClose && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={40}
            aria-label={t('sidebar.close')}
            onClick={onClose}
          >
            <IconX size={20} stroke={1.6} />
          </ActionIcon>
        )}
      </div>
      <div ref={setScroller} className={styles.scroll}>
        <RoomSwitcher />
        <div className={styles.entries}>
          <NavigationEntry to="/chat" icon={IconMessagePlus} label={t('entry.newChat')} isAction />
          <SearchEntry />
          <KnowledgeEntry />
          <NavigationEntry to="/chat-history" icon={IconHistory} label={t('entry.chatHistory')} />
          <RecentChats />
          <NavigationEntry to="/canvas" icon={IconFileText} label={t('entry.canvases')} />
          <NavigationEntry to="/images" icon={IconPhoto} label={t('entry.images')} />
          <NavigationEntry to="/question-library" icon={IconTemplate} label={t('entry.questionLibrary')} />
        </div>
        <AddRoom />
        <RoomList scroller={scroller} />
      </div>
      <UserCard />
    </nav>
  )
}
