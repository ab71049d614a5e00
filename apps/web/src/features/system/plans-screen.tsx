import { EmptyState, SkeletonRows } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconSearch, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/translate.ts'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { useUserInfo } from '../../lib/session/use-session.ts'
import { LoadFailure } from '../../lib/lists/load-failure.tsx'
import { Pager } from '@atrium/ui/components/pager.tsx'
import { SearchField } from '../../lib/lists/search-field.tsx'
import { NotFoundPage } from '../pages/index.ts'
import { SystemTabs } from './system-tabs.tsx'
import { AccountsTable } from './accounts-table.tsx'
import { type ListPage, pagesOf } from './list-page.ts'
import { systemAccountsQuery } from './queries.ts'
import styles from './system.module.css'

type ScreenProps = { page: ListPage; onPage: (page: ListPage) => void }

/** Plans and credits of every account, for system administrators (PLAN-03). */
export function PlansScreen(props: ScreenProps) {
  const info = useUserInfo()
  if (info === null) return null
  return info.isSystemAdmin ? <Screen {...props} /> : <NotFoundPage />
}

function Screen({ page, onPage }: ScreenProps) {
  const { t } = useTranslation('systemPlans')
  usePageTitle(t('title'))
  return (
    <div className={styles.screen}>
      <SystemTabs />
      <h1 className={styles.title}>{t('title')}</h1>
      <p className={styles.text}>{t('text')}</p>
      <SearchField
        label={t('search')}
        search={page.search}
        onSearch={(search) => onPage({ page: 1, search })}
        className={styles.search}
      />
      <Accounts page={page} onPage={onPage} />
    </div>
  )
}

function Accounts({ page, onPage }: ScreenProps) {
  const { t } = useTranslation('systemPlans')
  const found = useQuery(systemAccountsQuery(page))
  if (found.isPending) return <SkeletonRows count={8} label={t('loading')} />
  if (found.isError && !found.data) return <LoadFailure title={t('failed')} query={found} />
  const { accounts, count } = found.data
  if (accounts.length === 0) return <Nothing page={page} count={count} onPage={onPage} />
  const total = pagesOf(count)
  return (
    <>
      <p className={styles.quiet} role="status">
        {t('count', { count })}
      </p>
      <AccountsTable accounts={accounts} isStale={found.isPlaceholderData} />
      <Pager
        page={page.page}
        total={total}
        onPage={(number) => onPage({ ...page, page: number })}
        words={{
          label: t('pages.label'),
          previous: t('pages.previous'),
          next: t('pages.next'),
          place: t('pages.place', { page: page.page, total }),
        }}
      />
    </>
  )
}

/** No row: no account exists, none matches, or the page is beyond the last one. */
function Nothing({ page, count, onPage }: ScreenProps & { count: number }) {
  const { t } = useTranslation('systemPlans')
  const all = (label: string) => (
    <Button variant="default" onClick={() => onPage({ page: 1, search: count > 0 ? page.search : '' })}>
      {label}
    </Button>
  )
  if (count > 0) return <EmptyState title={t('beyond.title')} action={all(t('beyond.action'))} />
  if (page.search === '')
    return (
      <EmptyState
        icon={<IconUsersGroup size={24} stroke={1.6} />}
        title={t('none.title')}
        text={t('none.text')}
      />
    )
  return (
    <EmptyState
      icon={<IconSearch size={24} stroke={1.6} />}
      title={t('nothing.title')}
      text={t('nothing.text', { search: page.search })}
      action={all(t('nothing.action'))}
    />
  )
}
