import type { HistoryScope } from '@atrium/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { HistoryPage } from '../chat/queries.ts'
import { historyLink } from './page-of.ts'
import styles from './labels.module.css'

const tabs: readonly HistoryScope[] = ['all', 'starred', 'mine']

/** All, Starred, My Chats (HIST-01); the order stays from one to the next. */
export function HistoryTabs({ page }: { page: HistoryPage }) {
  const { t } = useTranslation('labels')
  return (
    <nav className={styles.tabs} aria-label={t('tabs.label')}>
      {tabs.map((source) => (
        <Link
          key={source}
          {...historyLink({ sort: page.sort, order: page.order, page: 1, source })}
          activeOptions={{ includeSearch: false }}
          className={styles.tab}
        >
          {t(`tab.${source}`)}
        </Link>
      ))}
    </nav>
  )
}
