import { EmptyState, SkeletonRows } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconSearch, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/translate.ts'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { useUserInfo } from '../../lib/session/use-session.ts'
import { ListCount, Screen, ScreenHead } from '@atrium/ui/lists/screen.tsx'
import { SearchField } from '@atrium/ui/lists/search-field.tsx'
import { limits } from '@atrium/contract'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { Pages } from '../../lib/lists/pages.tsx'
import { NotFoundPage } from '../pages/index.ts'
import { SystemTabs } from './system-tabs.tsx'
import { AccountsTable } from './accounts-table.tsx'
import type { ListPage } from './list-page.ts'
import { systemAccountsQuery } from './queries.ts'
import styles from './system.module.css'

type ScreenProps = { page: ListPage; onPage: (page: ListPage) => void }

/** Plans and credits of every account, for system administrators (PLAN-03). */
export function PlansScreen(props: ScreenProps) {
  const info = useUserInfo()
  if (info === null) return null
  return info.isSystemAdmin ? <Plans {...props} /> : <NotFoundPage />
}

function Plans({ page, onPage }: ScreenProps) {
  const { t } = useTranslation('systemPlans')
  usePageTitle(t('title'))
  return (
    <Screen>
      <SystemTabs />
      <ScreenHead title={t('title')} about={t('text')} />
      <SearchField
        label={t('search')}
        search={page.search}
        onSearch={(search) => onPage({ page: 1, search })}
        maxLength={limits.memberSearchCharacters}
        className={styles.search}
      />
      <Accounts page={page} onPage={onPage} />
    </Screen>
  )
}

function Accounts({ page, onPage }: ScreenProps) {
  const { t } = useTranslation('systemPlans')
  const found = useQuery(systemAccountsQuery(page))
  return (
    <Loaded query={found} skeleton={<SkeletonRows count={8} label={t('loading')} />} failed={t('failed')}>
      {({ accounts, count }) =>
        accounts.length === 0 ? (
          <Nothing page={page} count={count} onPage={onPage} />
        ) : (
          <>
            <ListCount>{t('count', { count })}</ListCount>
            <AccountsTable accounts={accounts} isStale={found.isPlaceholderData} />
            <Pages
              t={t}
              page={page.page}
              count={count}
              pageSize={limits.systemPageSize}
              onPage={(number) => onPage({ ...page, page: number })}
            />
          </>
        )
      }
    </Loaded>
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
