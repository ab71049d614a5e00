import { SkeletonRows } from '@atrium/ui'
import { ColumnHead, ListTable } from '@atrium/ui/lists/list-table.tsx'
import { type AccountId, limits } from '@atrium/contract'
import { IconRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { schedulesQuery } from '../../../entities/agent-jobs/schedules.ts'
import { PagedList } from '../../../lib/lists/paged-list.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import type { JobsPage } from './jobs-page.ts'
import { NothingYet } from './nothing-yet.tsx'
import { ScheduleRow } from './schedule-row.tsx'

type SchedulesListProps = { accountId: AccountId; page: JobsPage; onPage: (page: JobsPage) => void }

/** The schedules of the user, or for admins of the account: next run first. */
export function SchedulesList({ accountId, page, onPage }: SchedulesListProps) {
  const { t } = useTranslation('schedules')
  const { t: ofJobs } = useTranslation('agentJobs')
  const list = useQuery(schedulesQuery(accountId, page))
  return (
    <PagedList
      t={t}
      query={list}
      skeleton={<SkeletonRows count={6} label={t('loading')} />}
      failed={t('failed.title')}
      page={page}
      pageSize={limits.historyPageSize}
      onPage={onPage}
      empty={({ schedules }) => schedules.length === 0 && <NothingYet t={t} icon={IconRepeat} />}
    >
      {({ schedules }) => (
        <ListTable
          label={ofJobs('filter.scheduled')}
          isStale={list.isPlaceholderData}
          head={
            <>
              <ColumnHead>{t('column.schedule')}</ColumnHead>
              <ColumnHead>{t('column.next')}</ColumnHead>
              <ColumnHead>{t('column.last')}</ColumnHead>
              {page.scope === 'account' && <ColumnHead>{ofJobs('column.owner')}</ColumnHead>}
              <ColumnHead isNumber>{ofJobs('column.credits')}</ColumnHead>
              <ColumnHead isHidden>{ofJobs('column.actions')}</ColumnHead>
            </>
          }
        >
          <tbody>
            {schedules.map((schedule) => (
              <ScheduleRow
                key={schedule.scheduleId}
                accountId={accountId}
                schedule={schedule}
                showsOwner={page.scope === 'account'}
              />
            ))}
          </tbody>
        </ListTable>
      )}
    </PagedList>
  )
}
