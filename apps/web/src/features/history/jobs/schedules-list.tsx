import { EmptyState, SkeletonRows } from '@atrium/ui'
import { ColumnHead, ListTable } from '@atrium/ui/lists/list-table.tsx'
import { ListCount } from '@atrium/ui/lists/screen.tsx'
import { Button } from '@mantine/core'
import { type AccountId, limits } from '@atrium/contract'
import { IconRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { schedulesQuery } from '../../../entities/agent-jobs/schedules.ts'
import { Loaded } from '../../../lib/lists/loaded.tsx'
import { Pages } from '../../../lib/lists/pages.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import type { JobsPage } from './jobs-page.ts'
import { ScheduleRow } from './schedule-row.tsx'

type SchedulesListProps = { accountId: AccountId; page: JobsPage; onPage: (page: JobsPage) => void }

/** The schedules of the user, or for admins of the account: next run first. */
export function SchedulesList({ accountId, page, onPage }: SchedulesListProps) {
  const { t } = useTranslation('schedules')
  const { t: ofJobs } = useTranslation('agentJobs')
  const list = useQuery(schedulesQuery(accountId, page))
  return (
    <Loaded
      query={list}
      skeleton={<SkeletonRows count={6} label={t('loading')} />}
      failed={t('failed.title')}
    >
      {({ schedules, count }) =>
        schedules.length === 0 ? (
          <NoSchedules />
        ) : (
          <>
            <ListCount>{t('count', { count })}</ListCount>
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
            <Pages
              t={t}
              page={page.page}
              count={count}
              pageSize={limits.historyPageSize}
              onPage={(wanted) => onPage({ ...page, page: wanted })}
            />
          </>
        )
      }
    </Loaded>
  )
}

function NoSchedules() {
  const { t } = useTranslation('schedules')
  return (
    <EmptyState
      icon={<IconRepeat size={24} stroke={1.6} />}
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/chat/$chatId" params={{ chatId: 'new' }} />}
        >
          {t('empty.action')}
        </Button>
      }
    />
  )
}
