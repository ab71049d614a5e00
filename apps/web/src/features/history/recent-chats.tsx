import type { AccountId, ChatItem } from '@atrium/contract'
import { IconGitFork, IconUsers } from '@tabler/icons-react'
import { SkeletonRows, Truncated } from '@atrium/ui'
import { SidebarRow } from '@atrium/ui/components/sidebar-row.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, lazy, Suspense, useId, useMemo } from 'react'
import { useAccount } from '../../entities/accounts/use-account.ts'
import '../../entities/chats/live-answers.ts'
import { recentChatsQuery } from '../../entities/chats/queries.ts'
import { useShownTitle } from '../../entities/chats/use-shown-title.ts'
import { useTranslation } from '../../lib/translate.ts'
import { useIsOwn } from './use-is-own.ts'
import { byDay } from './by-day.ts'
import styles from './recent-chats.module.css'

// Few chats need its dialogs and exports, so they load on demand.
const RowMenu = lazy(() => import('./row-menu.tsx').then((module) => ({ default: module.RowMenu })))

/** The most recent chats, for the sidebar; marks running answers. */
export function RecentChats() {
  const { t } = useTranslation('history')
  const account = useAccount()
  return (
    <section className={styles.recent} aria-label={t('recent.label')}>
      {account !== null && <RecentList accountId={account.id} />}
    </section>
  )
}

function RecentList({ accountId }: { accountId: AccountId }) {
  const { t } = useTranslation(['history', 'common'])
  const id = useId()
  const recent = useQuery(recentChatsQuery(accountId))
  // Groups the list by the day of loading.
  const now = useMemo(() => new Date(recent.dataUpdatedAt), [recent.dataUpdatedAt])
  if (recent.isPending) return <SkeletonRows count={4} label={t('recent.loading')} />
  if (recent.isError) {
    return (
      <p className={styles.note} role="alert">
        {t('recent.failed')}{' '}
        <button type="button" className={styles.retry} onClick={() => void recent.refetch()}>
          {t('common:action.tryAgain')}
        </button>
      </p>
    )
  }
  if (recent.data.length === 0) return <p className={styles.note}>{t('recent.empty')}</p>
  return (
    <>
      {byDay(recent.data, now).map(({ group, items }) => (
        <Fragment key={group}>
          <p id={`${id}-${group}`} className={styles.day}>
            {t(`recent.${group}`)}
          </p>
          <ul className={styles.list} aria-labelledby={`${id}-${group}`}>
            {items.map((chat) => (
              <RecentChat key={chat.chatId} chat={chat} accountId={accountId} />
            ))}
          </ul>
        </Fragment>
      ))}
      <Link to="/chat-history/$source" params={{ source: 'all' }} className={styles.viewAll}>
        {t('recent.viewAll')}
      </Link>
    </>
  )
}

function RecentChat({ chat, accountId }: { chat: ChatItem; accountId: AccountId }) {
  const { t } = useTranslation(['history', 'labels', 'sharing'])
  const { chatId, chatTitle, isAnswering, isUnseen, isFork, isShared, userName } = chat
  const title = useShownTitle(chatTitle)
  const isOwn = useIsOwn(chat)
  return (
    <li>
      <SidebarRow
        className={styles.item}
        tools={
          isOwn && (
            <Suspense>
              <RowMenu chat={chat} title={title} accountId={accountId} label={t('recent.menu', { title })} />
            </Suspense>
          )
        }
      >
        <Link
          to="/chat/$chatId"
          params={{ chatId }}
          className={styles.chat}
          activeProps={{ 'data-active': true }}
        >
          {isFork && (
            <IconGitFork
              className={styles.fork}
              size={13}
              stroke={1.8}
              role="img"
              aria-label={t('row.fork')}
            />
          )}
          {isShared && (
            <IconUsers
              className={styles.fork}
              size={13}
              stroke={1.8}
              role="img"
              aria-label={isOwn ? t('sharing:byMe') : t('sharing:by', { name: userName })}
            />
          )}
          <Truncated text={title} limit={20} />
          {isAnswering && <span className={styles.pulse} role="img" aria-label={t('row.answering')} />}
          {isUnseen && !isAnswering && (
            <span className={styles.unseen} role="img" aria-label={t('labels:row.unseen')} />
          )}
        </Link>
      </SidebarRow>
    </li>
  )
}
