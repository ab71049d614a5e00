import { EmptyState, SkeletonRows } from '@atrium/ui'
import { Button, NativeSelect } from '@mantine/core'
import { IconSearch, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/translate.ts'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { Screen, ScreenHead } from '@atrium/ui/lists/screen.tsx'
import { SearchField } from '@atrium/ui/lists/search-field.tsx'
import { limits, systemAccountStates } from '@atrium/contract'
import { BeyondLastPage } from '../../lib/lists/beyond-last-page.tsx'
import { PagedList } from '../../lib/lists/paged-list.tsx'
import { ForSystemAdmins } from './for-system-admins.tsx'
import { SystemTabs } from './system-tabs.tsx'
import { AccountsTable } from './accounts-table.tsx'
import { type AccountsPage, accountState } from './accounts-page.ts'
import { systemAccountsQuery } from './queries.ts'
import styles from './system.module.css'

type ScreenProps = { page: AccountsPage; onPage: (page: AccountsPage) => void }

/** Every account with its state, plan and credits, for system administrators (PLAN-03, LIFE-07). */
export const PlansScreen = (props: ScreenProps) => (
  <ForSystemAdmins>
    <Plans {...props} />
  </ForSystemAdmins>
)

function Plans({ page, onPage }: ScreenProps) {
  const { t } = useTranslation('systemPlans')
  usePageTitle(t('title'))
  return (
    <Screen>
      <SystemTabs />
      <ScreenHead title={t('title')} about={t('text')} />
      <search className={styles.filters}>
        <SearchField
          label={t('search')}
          search={page.search}
          onSearch={(search) => onPage({ ...page, page: 1, search })}
          maxLength={limits.memberSearchCharacters}
        />
        <NativeSelect
          label={t('filter.state')}
          value={page.state ?? ''}
          data={[
            { value: '', label: t('filter.any') },
            ...systemAccountStates.map((value) => ({ value, label: t(`state.${value}`) })),
          ]}
          onChange={(event) =>
            onPage({ ...page, page: 1, state: accountState(event.currentTarget.value) ?? null })
          }
        />
      </search>
      <Accounts page={page} onPage={onPage} />
    </Screen>
  )
}

function Accounts({ page, onPage }: ScreenProps) {
  const { t } = useTranslation('systemPlans')
  const found = useQuery(systemAccountsQuery(page))
  return (
    <PagedList
      t={t}
      query={found}
      skeleton={<SkeletonRows count={8} label={t('loading')} />}
      failed={t('failed')}
      page={page}
      pageSize={limits.systemPageSize}
      onPage={onPage}
      empty={({ accounts, count }) =>
        accounts.length === 0 && <Nothing page={page} count={count} onPage={onPage} />
      }
    >
      {({ accounts }) => <AccountsTable accounts={accounts} isStale={found.isPlaceholderData} />}
    </PagedList>
  )
}

/** No row: no account exists, none matches, or the page is beyond the last one. */
function Nothing({ page, count, onPage }: ScreenProps & { count: number }) {
  const { t } = useTranslation('systemPlans')
  if (count > 0) return <BeyondLastPage t={t} onFirstPage={() => onPage({ ...page, page: 1 })} />
  if (page.search === '' && page.state === null)
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
      text={page.search === '' ? t('nothing.filtered') : t('nothing.text', { search: page.search })}
      action={
        <Button variant="default" onClick={() => onPage({ page: 1, search: '', state: null })}>
          {t('nothing.action')}
        </Button>
      }
    />
  )
}
