import { SkeletonRows } from '@atrium/ui'
import { ColumnHead, ListTable } from '@atrium/ui/lists/list-table.tsx'
import { ListTools, Screen, ScreenHead } from '@atrium/ui/lists/screen.tsx'
import { NativeSelect } from '@mantine/core'
import { type AccountId, limits } from '@atrium/contract'
import { IconClockHour4 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useAccount } from '../../../entities/accounts/use-account.ts'
import { agentJobsQuery, type JobsWanted } from '../../../entities/agent-jobs/queries.ts'
import { PagedList } from '../../../lib/lists/paged-list.tsx'
import { usePageTitle } from '../../../lib/navigation/page-title.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { HistoryTabs } from '../history-tabs.tsx'
import { JobRow } from './job-row.tsx'
import { NothingYet } from './nothing-yet.tsx'
import { type JobsPage, jobsLink, jobsShown } from './jobs-page.ts'
import { SchedulesList } from './schedules-list.tsx'

const anyHistory = { sort: 'date', order: 'desc', canvas: undefined } as const

/** `/chat-history/jobs`: the user's agent jobs; for admins also those of the account, without their texts. */
export function JobsScreen({ page }: { page: JobsPage }) {
  const { t } = useTranslation('agentJobs')
  usePageTitle(t('title'))
  const account = useAccount()
  const navigate = useNavigate()
  const isAdmin = account !== null && account.role.name !== 'member'
  const onPage = (wanted: JobsPage) => void navigate({ ...jobsLink(wanted), replace: true })
  return (
    <Screen>
      <ScreenHead title={t('title')} about={t('about')} />
      <HistoryTabs page={anyHistory} hasOthers={(account?.memberCount ?? 1) > 1} />
      {account !== null && (
        <>
          <ListTools>
            <NativeSelect
              aria-label={t('filter.label')}
              value={page.state}
              data={jobsShown.map((value) => ({ value, label: t(`filter.${value}`) }))}
              onChange={({ currentTarget }) => {
                const state = jobsShown.find((one) => one === currentTarget.value) ?? 'all'
                onPage({ ...page, state, page: 1 })
              }}
            />
            {isAdmin && (
              <NativeSelect
                aria-label={t('column.owner')}
                value={page.scope}
                data={(['own', 'account'] as const).map((value) => ({ value, label: t(`scope.${value}`) }))}
                onChange={({ currentTarget }) =>
                  onPage({ ...page, scope: currentTarget.value === 'account' ? 'account' : 'own', page: 1 })
                }
              />
            )}
          </ListTools>
          {page.state === 'scheduled' ? (
            <SchedulesList accountId={account.id} page={page} onPage={onPage} />
          ) : (
            <Jobs accountId={account.id} page={{ ...page, state: page.state }} onPage={onPage} />
          )}
        </>
      )}
    </Screen>
  )
}

type JobsProps = { accountId: AccountId; page: JobsWanted; onPage: (page: JobsWanted) => void }

function Jobs({ accountId, page, onPage }: JobsProps) {
  const { t } = useTranslation('agentJobs')
  const list = useQuery(agentJobsQuery(accountId, page))
  return (
    <PagedList
      t={t}
      query={list}
      skeleton={<SkeletonRows count={6} label={t('loading')} />}
      failed={t('failed.title')}
      page={page}
      pageSize={limits.historyPageSize}
      onPage={onPage}
      empty={({ jobs }) => jobs.length === 0 && <NothingYet t={t} icon={IconClockHour4} />}
    >
      {({ jobs }) => (
        <ListTable
          label={t('title')}
          isStale={list.isPlaceholderData}
          head={
            <>
              <ColumnHead>{t('column.job')}</ColumnHead>
              <ColumnHead>{t('column.state')}</ColumnHead>
              {page.scope === 'account' && <ColumnHead>{t('column.owner')}</ColumnHead>}
              <ColumnHead isNumber>{t('column.credits')}</ColumnHead>
              <ColumnHead>{t('column.started')}</ColumnHead>
              <ColumnHead isHidden>{t('column.actions')}</ColumnHead>
            </>
          }
        >
          <tbody>
            {jobs.map((job) => (
              <JobRow
                key={job.agentInvocationId}
                accountId={accountId}
                job={job}
                showsOwner={page.scope === 'account'}
              />
            ))}
          </tbody>
        </ListTable>
      )}
    </PagedList>
  )
}
