import type { AccountId, ChatItem } from '@atrium/contract'
import { SkeletonRows, Truncated } from '@atrium/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../accounts/use-account.ts'
import '../chat/live-answers.ts'
import { recentChatsQuery } from '../chat/queries.ts'
import { useShownTitle } from '../chat/use-shown-title.ts'
import styles from './recent-chats.module.css'

/** The chats that were asked in last, for the sidebar; one in which an answer is being written says so. */
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
  const recent = useQuery(recentChatsQuery(accountId))
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
      <ul className={styles.list}>
        {recent.data.map((chat) => (
          <RecentChat key={chat.chatId} chat={chat} />
        ))}
      </ul>
      <Link to="/chat-history/$source" params={{ source: 'all' }} className={styles.viewAll}>
        {t('recent.viewAll')}
      </Link>
    </>
  )
}

function RecentChat({ chat: { chatId, chatTitle, isAnswering, isUnseen } }: { chat: ChatItem }) {
  const { t } = useTranslation(['history', 'labels'])
  const title = useShownTitle(chatTitle)
  return (
    <li>
      <Link
        to="/chat/$chatId"
        params={{ chatId }}
        className={styles.chat}
        activeProps={{ 'data-active': true }}
      >
        <Truncated text={title} limit={20} />
        {isAnswering && <span className={styles.pulse} role="img" aria-label={t('row.answering')} />}
        {isUnseen && !isAnswering && (
          <span className={styles.unseen} role="img" aria-label={t('labels:row.unseen')} />
        )}
      </Link>
    </li>
  )
}
