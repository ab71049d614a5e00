import { ListCount, ListTools, Screen, ScreenHead } from '@atrium/ui/lists/screen.tsx'
import { SearchField } from '@atrium/ui/lists/search-field.tsx'
import { SortField } from '@atrium/ui/lists/sort-field.tsx'
import { Button } from '@mantine/core'
import { IconMessages, IconStar, IconTag } from '@tabler/icons-react'
import { type AccountId, limits } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../lib/translate.ts'
import { Loaded } from '../../lib/lists/loaded.tsx'
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
import { SearchResults } from './search-results.tsx'
import styles from './history.module.css'

const searchPauseMs = 250

/** A page of the caller's chats with their costs. */
export function HistoryScreen({ page }: { page: HistoryPage }) {
  const { t } = useTranslation(['history', 'labels', 'search'])
  usePageTitle(t('title'))
  const account = useAccount()
  const navigate = useNavigate()
  return (
    <Screen>
      <ScreenHead
        title={t('title')}
        about={t(`labels:subtitle.${page.source}`)}
        action={
          <div className={styles.headTools}>
            {account !== null && <ImportButton accountId={account.id} />}
            {page.search === undefined && <SortChoice page={page} />}
          </div>
        }
      />
      {page.search === undefined && <HistoryTabs page={page} hasOthers={(account?.memberCount ?? 1) > 1} />}
      {account !== null && (
        <>
          <ListTools>
            <SearchField
              label={t('search:field')}
              search={page.search ?? ''}
              onSearch={(search) =>
                void navigate({
                  ...historyLink({ ...page, page: 1, search: search || undefined }),
                  replace: true,
                })
              }
              maxLength={limits.searchCharacters}
              pauseMs={searchPauseMs}
              clearLabel={t('search:clear')}
              size="sm"
              className={styles.search}
            />
            {page.search === undefined && <CanvasFilter page={page} />}
            {page.search === undefined && <LabelFilter accountId={account.id} page={page} />}
          </ListTools>
          {page.search === undefined ? (
            <Chats key={page.source} accountId={account.id} page={page} />
          ) : (
            <SearchResults accountId={account.id} page={page} text={page.search} />
          )}
        </>
      )}
    </Screen>
  )
}

function Chats({ accountId, page }: { accountId: AccountId; page: HistoryPage }) {
  const { t } = useTranslation('history')
  const history = useQuery(historyQuery(accountId, page))
  return (
    <Loaded
      query={history}
      skeleton={<SkeletonRows count={8} label={t('loading')} />}
      failed={t('failed.title')}
    >
      {({ chats, count }) =>
        count === 0 ? (
          <NoChats page={page} />
        ) : chats.length === 0 ? (
          <BeyondTheEnd page={page} />
        ) : (
          <>
            <ListCount>{t('count', { count })}</ListCount>
            <HistoryTable
              chats={chats}
              accountId={accountId}
              page={page}
              isStale={history.isPlaceholderData}
            />
            <HistoryPages page={page} count={count} />
          </>
        )
      }
    </Loaded>
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
  const { t } = useTranslation('history')
  const navigate = useNavigate()
  return (
    <SortField
      onlyOnPhones
      size="sm"
      label={t('sort.label')}
      sorts={sorts.map(({ phrase }) => ({ name: phrase, label: t(phrase) }))}
      sort={sorts.find(({ sort, order }) => sort === page.sort && order === page.order)?.phrase ?? null}
      onSort={(phrase) => {
        const chosen = sorts.find((one) => one.phrase === phrase)
        if (chosen) void navigate(historyLink({ ...page, page: 1, sort: chosen.sort, order: chosen.order }))
      }}
    />
  )
}
