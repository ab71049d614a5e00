import { limits } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { Screen, ScreenHead } from '@atrium/ui/lists/screen.tsx'
import { Button } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ExportButton } from '../../../lib/lists/export-button.tsx'
import { BeyondLastPage } from '../../../lib/lists/beyond-last-page.tsx'
import { PagedList } from '../../../lib/lists/paged-list.tsx'
import { usePageTitle } from '../../../lib/navigation/page-title.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { isFiltered, isPeriodReversed } from '../../audit/index.ts'
import { ForSystemAdmins } from '../for-system-admins.tsx'
import { SystemTabs } from '../system-tabs.tsx'
import { type SystemAuditPage, wholeLog } from './audit-page.ts'
import { csvOf, systemAuditQuery } from './queries.ts'
import { SystemAuditFilters } from './system-audit-filters.tsx'
import { SystemAuditList } from './system-audit-list.tsx'

type ScreenProps = { page: SystemAuditPage; onPage: (page: SystemAuditPage) => void }

/** What system administrators did, for system administrators: read, filter, export (LIFE-07). */
export const SystemAuditScreen = (props: ScreenProps) => (
  <ForSystemAdmins>
    <SystemAudit {...props} />
  </ForSystemAdmins>
)

function SystemAudit({ page, onPage }: ScreenProps) {
  const { t } = useTranslation('systemAudit')
  usePageTitle(t('title'))
  return (
    <Screen>
      <SystemTabs />
      <ScreenHead
        title={t('title')}
        about={t('text')}
        action={
          <ExportButton
            label={t('export')}
            done={t('export.done')}
            name="system-audit"
            load={() => csvOf(page)}
            disabled={isPeriodReversed(page)}
          />
        }
      />
      <SystemAuditFilters page={page} onPage={onPage} />
      {isPeriodReversed(page) ? (
        <Nothing page={page} onPage={onPage} />
      ) : (
        <Entries page={page} onPage={onPage} />
      )}
    </Screen>
  )
}

function Entries({ page, onPage }: ScreenProps) {
  const { t } = useTranslation('systemAudit')
  const log = useQuery(systemAuditQuery(page))
  return (
    <PagedList
      t={t}
      query={log}
      skeleton={<SkeletonRows count={8} label={t('loading')} />}
      failed={t('failed')}
      page={page}
      pageSize={limits.auditPageSize}
      onPage={onPage}
      empty={({ entries, count }) =>
        count === 0 ? (
          <Nothing page={page} onPage={onPage} />
        ) : (
          entries.length === 0 && <BeyondLastPage t={t} onFirstPage={() => onPage({ ...page, page: 1 })} />
        )
      }
    >
      {({ entries }) => (
        <SystemAuditList
          entries={entries}
          isStale={log.isPlaceholderData}
          onlyBy={(actor) => onPage({ ...page, actor, page: 1 })}
        />
      )}
    </PagedList>
  )
}

/** No entry: nothing was recorded, or nothing matches the filters. */
function Nothing({ page, onPage }: ScreenProps) {
  const { t } = useTranslation('systemAudit')
  const icon = <IconListSearch size={24} stroke={1.6} />
  if (!isFiltered(page)) return <EmptyState icon={icon} title={t('none.title')} text={t('none.text')} />
  return (
    <EmptyState
      icon={icon}
      title={t('nothing.title')}
      action={
        <Button variant="default" onClick={() => onPage(wholeLog)}>
          {t('nothing.action')}
        </Button>
      }
    />
  )
}
