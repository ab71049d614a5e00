import { Button, Select } from '@mantine/core'
import { IconMessages, IconStar, IconTag } from '@tabler/icons-react'
import type { AccountId } from '@atrium/contract'
import { EmptyState, ErrorState, SkeletonRows } from '@atrium/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../lib/translate.ts'
import { errorDetail } from '../../lib/text/error-text.ts'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { useAccount } from '../../entities/accounts/use-account.ts'
import { historyQuery, type HistoryPage } from '../../entities/chats/queries.ts'
import { ImportButton } from '../transfer/index.ts'
import { CanvasFilter } from './canvas-filter.tsx'
import { HistoryPages } from './history-pages.tsx'
import { HistoryTable } from './history-table.tsx'
import { HistoryTabs } from './history-tabs.tsx'
import { LabelFilter } from './labels/label-filter.tsx'
import { historyLink } from './page-of.ts'
import { SearchField } from './search-field.tsx'
import { SearchResults } from './search-results.tsx'
import styles from './history.module.css'
import labelStyles from './labels/labels.module.css'

/** A page of the caller's chats with their costs. */
export function HistoryScreen({ page }: { page: HistoryPage }) {
  const { t } = useTranslation(['history', 'labels'])
  usePageTitle(t('title'))
  const account = useAccount()
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <div>
          <h1 className={styles.title}>{t('title')}</h1>
          <p className={styles.source}>{t(`labels:subtitle.${page.source}`)}</p>
        </div>
        <div className={styles.headTools}>
          {account !== null && <ImportButton accountId={account.id} />}
          {page.search === undefined && <SortChoice page={page} />}
        </div>
      </header>
      {page.search === undefined && <HistoryTabs page={page} hasOthers={(account?.memberCount ?? 1) > 1} />}
      {account !== null && (
        <>
          <div className={labelStyles.tools}>
            <SearchField page={page} />
            {page.search === undefined && <CanvasFilter page={page} />}
            {page.search === undefined && <LabelFilter accountId={account.id} page={page} />}
          </div>
          {page.search === undefined ? (
            <Chats key={page.source} accountId={account.id} page={page} />
          ) : (
            <SearchResults accountId={account.id} page={page} text={page.search} />
          )}
        </>
      )}
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
    return <ErrorState title={t('failed.title')} text={errorDetail(history.error)} action={retry} />
  }
  const { chats, count } = history.data
  if (count === 0) return <NoChats page={page} />
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

function NoChats({ page }: { page: HistoryPage }) {
  const { t } = useTranslation(['history', 'labels'])
  if (page.label !== undefined) {
    const action = (
      <Button
        variant="default"
        renderRoot={(props) => <Link {...props} {...historyLink({ ...page, page: 1, label: undefined })} />}
      >
        {t('labels:filter.none.action')}
      </Button>
    )
    return (
      <EmptyState
        icon={<IconTag size={24} stroke={1.6} />}
        title={t('labels:filter.none.title')}
        text={t('labels:filter.none.text')}
        action={action}
      />
    )
  }
  if (page.canvas) {
    const action = (
      <Button
        variant="default"
        renderRoot={(props) => <Link {...props} {...historyLink({ ...page, page: 1, canvas: undefined })} />}
      >
        {t('labels:canvas.none.action')}
      </Button>
    )
    return (
      <EmptyState
        icon={<IconMessages size={24} stroke={1.6} />}
        title={t('labels:canvas.none.title')}
        text={t('labels:canvas.none.text')}
        action={action}
      />
    )
  }
  if (page.source === 'shared')
    return (
      <EmptyState
        icon={<IconMessages size={24} stroke={1.6} />}
        title={t('labels:shared.none.title')}
        text={t('labels:shared.none.text')}
      />
    )
  if (page.source === 'starred')
    return (
      <EmptyState
        icon={<IconStar size={24} stroke={1.6} />}
        title={t('labels:starred.none.title')}
        text={t('labels:starred.none.text')}
      />
    )
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
      renderRoot={(props) => <Link {...props} {...historyLink({ ...page, page: 1 })} />}
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

/** The sort order, where there are no table headers to click. */
function SortChoice({ page }: { page: HistoryPage }) {
  const { sort, order } = page
  const { t } = useTranslation('history')
  const navigate = useNavigate()
  const choose = (phrase: string | null) => {
    const chosen = sorts.find((one) => one.phrase === phrase)
    if (chosen === undefined) return
    void navigate(historyLink({ ...page, page: 1, sort: chosen.sort, order: chosen.order }))
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
