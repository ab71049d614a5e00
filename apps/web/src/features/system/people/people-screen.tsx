import { EmptyState, SkeletonRows } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../lib/translate.ts'
import { usePageTitle } from '../../../lib/navigation/page-title.ts'
import { Screen, ScreenHead } from '@atrium/ui/lists/screen.tsx'
import { limits } from '@atrium/contract'
import { ExportButton } from '../../../lib/lists/export-button.tsx'
import { BeyondLastPage } from '../../../lib/lists/beyond-last-page.tsx'
import { PagedList } from '../../../lib/lists/paged-list.tsx'
import { ForSystemAdmins } from '../for-system-admins.tsx'
import { SystemTabs } from '../system-tabs.tsx'
import { PeopleFilters } from './people-filters.tsx'
import { everyone, isNarrowed, type PeoplePage } from './people-page.ts'
import { PeopleTable } from './people-table.tsx'
import styles from './people.module.css'
import { PersonLog } from './person-log.tsx'
import { csvOf, peopleQuery } from './queries.ts'

type ScreenProps = { page: PeoplePage; onPage: (page: PeoplePage) => void }

/** Everybody on this installation, for system administrators (OPS-02). */
export const PeopleScreen = (props: ScreenProps) => (
  <ForSystemAdmins>
    <People {...props} />
  </ForSystemAdmins>
)

function People({ page, onPage }: ScreenProps) {
  const { t } = useTranslation('systemPeople')
  usePageTitle(t('title'))
  return (
    <Screen className={styles.screen}>
      <SystemTabs />
      <ScreenHead
        title={t('title')}
        about={t('text')}
        action={
          <ExportButton label={t('export')} done={t('export.done')} name="people" load={() => csvOf(page)} />
        }
      />
      <PeopleFilters page={page} onPage={onPage} />
      <FoundPeople page={page} onPage={onPage} />
      <PersonLog />
    </Screen>
  )
}

function FoundPeople({ page, onPage }: ScreenProps) {
  const { t } = useTranslation('systemPeople')
  const found = useQuery(peopleQuery(page))
  return (
    <PagedList
      t={t}
      query={found}
      skeleton={<SkeletonRows count={8} label={t('loading')} />}
      failed={t('failed')}
      page={page}
      pageSize={limits.systemPageSize}
      onPage={onPage}
      empty={({ people, count }) =>
        people.length === 0 && <Nothing page={page} count={count} onPage={onPage} />
      }
    >
      {({ people }) => <PeopleTable people={people} isStale={found.isPlaceholderData} />}
    </PagedList>
  )
}

/** No rows: no match, or the page is beyond the last one. The unfiltered list always has the reader. */
function Nothing({ page, count, onPage }: ScreenProps & { count: number }) {
  const { t } = useTranslation('systemPeople')
  if (count > 0 || !isNarrowed(page))
    return <BeyondLastPage t={t} onFirstPage={() => onPage({ ...page, page: 1 })} />
  return (
    <EmptyState
      icon={<IconSearch size={24} stroke={1.6} />}
      title={t('nothing.title')}
      text={t('nothing.text')}
      action={
        <Button variant="default" onClick={() => onPage(everyone)}>
          {t('nothing.action')}
        </Button>
      }
    />
  )
}
