import { Skeleton } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from '../lib/translate.ts'
import { storedSidebar } from '../lib/stored.ts'
import styles from './shell.module.css'
import parts from './shell-skeleton.module.css'

/** The frame while user and account load: the same layout, empty. */
export function ShellSkeleton() {
  const { t } = useTranslation()
  const isChat = useRouterState({
    select: ({ location }) =>
      location.pathname.startsWith('/chat') && !location.pathname.startsWith('/chat-'),
  })
  const isExpanded = (storedSidebar.read() ?? (isChat ? 'collapsed' : 'expanded')) === 'expanded'
  return (
    <div
      className={styles.shell}
      data-sidebar={isExpanded ? 'expanded' : 'collapsed'}
      role="status"
      aria-label={t('loading')}
    >
      <div className={styles.sidebar} aria-hidden="true">
        <div className={parts.sidebar}>
          <Skeleton height={32} width={32} radius={9} />
          {isExpanded &&
            [78, 62, 70, 54, 66].map((width) => <Skeleton key={width} height={14} width={`${width}%`} />)}
        </div>
      </div>
      <div className={styles.column} aria-hidden="true">
        <div className={parts.header}>
          <Skeleton height={14} width={120} />
        </div>
        <div className={parts.page}>
          <Skeleton height={28} width="46%" />
          <Skeleton height={14} width="88%" mt="lg" />
          <Skeleton height={14} width="72%" mt="sm" />
          <Skeleton height={14} width="80%" mt="sm" />
        </div>
      </div>
    </div>
  )
}
