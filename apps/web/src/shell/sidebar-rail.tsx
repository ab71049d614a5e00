import { ActionIcon } from '@mantine/core'
import {
  IconHistory,
  IconLayoutSidebarLeftExpand,
  IconMessagePlus,
  IconUserCircle,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../features/accounts/use-account.ts'
import { Avatar } from '@atrium/ui'
import styles from './sidebar-rail.module.css'
import { UserMenu } from './user-menu.tsx'

type SidebarRailProps = { onExpand: () => void; isToggleFocused: boolean }

/** The navigation folded up: its main ways as symbols, each with its name. */
export function SidebarRail({ onExpand, isToggleFocused }: SidebarRailProps) {
  const { t } = useTranslation('shell')
  const account = useAccount()
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
      <ActionIcon
        data-hint={t('entry.newChat')}
        data-hint-side="right"
        component={Link}
        to="/chat"
        variant="subtle"
        color="gray"
        size={40}
        aria-label={t('entry.newChat')}
      >
        <IconMessagePlus size={20} stroke={1.6} />
      </ActionIcon>
      <ActionIcon
        data-hint={t('entry.chatHistory')}
        data-hint-side="right"
        component={Link}
        to="/chat-history"
        variant="subtle"
        color="gray"
        size={40}
        aria-label={t('entry.chatHistory')}
      >
        <IconHistory size={20} stroke={1.6} />
      </ActionIcon>
      <div className={styles.foot}>
        <UserMenu
          position="right-end"
          trigger={(props) => (
            <button type="button" className={styles.user} aria-label={t('user.settings')} {...props}>
              <IconUserCircle size={22} stroke={1.5} aria-hidden="true" />
            </button>
          )}
        />
      </div>
    </nav>
  )
}
