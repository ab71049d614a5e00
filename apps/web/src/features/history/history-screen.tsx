import { Button, Select } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import type { AccountId } from '@atrium/contract'
import { EmptyState, ErrorState, SkeletonRows } from '@atrium/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/error-text.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { useAccount } from '../accounts/use-account.ts'
import { historyQuery, type HistoryPage } from '../chat/queries.ts'
import { HistoryPages } from './history-pages.tsx'
import { HistoryTable } from './history-table.tsx'
import styles from './history.module.css'

/** All Chats: a page of the caller's chats with what they took. */
export function HistoryScreen({ page }: { page: HistoryPage }) {
  const { t } = useTranslation('history')
  usePageTitle(t('title'))
  const account = useAccount()
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <div>
          <h1 className={styles.title}>{t('title')}</h1>
          <p className={styles.source}>{t('allChats')}</p>
        </div>
        <SortChoice page={page} />
      </header>
      {account !== null && <Chats accountId={account.id} page={page} />}
    </div>
  )
}

function Chats({ accountId, page }: { accountId: AccountId; page: HistoryPage }) {
  const { t } = useTranslation(['history', 'common'])
  const history = useQuery(historyQuery(accountId, page))
  if (history.isPending) return <SkeletonRows count={8} label={t('loading')} />
  if (history.isError) {
    const retry = (
      <Button variant="default" onClick={() => void history.refetch()}>
        {t('common:action.tryAgain')}
      </Button>
    )
    return <ErrorState title={t('failed.title')} text={errorText(history.error)} action={retry} />
  }
  const { chats, count } = history.data
  if (count === 0) return <NoChats />
  if (chats.length === 0) return <BeyondTheEnd page={page} />
  return (
    <>
      <p className={styles.count} role="status">
        {t('count', { count })}
      </p>
      <HistoryTable chats={chats} accountId={accountId} page={page} isStale={history.isPlaceholderData} />
      <HistoryPages page={page} count={count} />
    </>
  )
}

function NoChats() {
  const { t } = useTranslation('history')
  const action = (
    <Button renderRoot={(props) => <Link {...props} to="/chat/$chatId" params={{ chatId: 'new' }} />}>
      {t('empty.action')}
    </Button>
  )
  return (
    <EmptyState
      icon={<IconMessages size={24} stroke={1.6} />}
      title={t('empty.title')}
      text={t('empty.text')}
      action={action}
    />
  )
}

function BeyondTheEnd({ page }: { page: HistoryPage }) {
  const { t } = useTranslation('history')
  const action = (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link
          {...props}
          to="/chat-history/$source"
          params={{ source: 'all' }}
          search={{ ...page, page: 1 }}
        />
      )}
    >
      {t('beyond.action')}
    </Button>
  )
  return <EmptyState title={t('beyond.title')} action={action} />
}

const sorts = [
  { sort: 'date', order: 'desc', phrase: 'sort.newest' },
  { sort: 'date', order: 'asc', phrase: 'sort.oldest' },
  { sort: 'title', order: 'asc', phrase: 'sort.titleAscending' },
  { sort: 'title', order: 'desc', phrase: 'sort.titleDescending' },
] as const

/** The order of the list, where a table's heads are not there to press. */
function SortChoice({ page: { sort, order } }: { page: HistoryPage }) {
  const { t } = useTranslation('history')
  const navigate = useNavigate()
  const choose = (phrase: string | null) => {
    const chosen = sorts.find((one) => one.phrase === phrase)
    if (chosen === undefined) return
    const search = { page: 1, sort: chosen.sort, order: chosen.order }
    void navigate({ to: '/chat-history/$source', params: { source: 'all' }, search })
  }
  return (
    <Select
      className={styles.sort}
      size="sm"
      aria-label={t('sort.label')}
      value={sorts.find((one) => one.sort === sort && one.order === order)?.phrase ?? null}
      onChange={choose}
      allowDeselect={false}
      data={sorts.map(({ phrase }) => ({ value: phrase, label: t(phrase) }))}
    />
  )
}
