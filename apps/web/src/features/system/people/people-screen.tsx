import { EmptyState, SkeletonRows } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconDownload, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { usePageTitle } from '../../../lib/navigation/page-title.ts'
import { saveAs } from '../../../lib/save-as.ts'
import { useUserInfo } from '../../../lib/session/use-session.ts'
import { LoadFailure } from '../../../lib/lists/load-failure.tsx'
import { Pager } from '@atrium/ui/components/pager.tsx'
import { showOutcome } from '../../../lib/toasts/show-outcome.ts'
import { NotFoundPage } from '../../pages/index.ts'
import { SystemTabs } from '../system-tabs.tsx'
import { pagesOf } from '../list-page.ts'
import { PeopleFilters } from './people-filters.tsx'
import { everyone, isNarrowed, type PeoplePage } from './people-page.ts'
import { PeopleTable } from './people-table.tsx'
import styles from './people.module.css'
import { PersonLog } from './person-log.tsx'
import { csvOf, peopleQuery } from './queries.ts'

type ScreenProps = { page: PeoplePage; onPage: (page: PeoplePage) => void }

/** Everybody on this installation, for system administrators (OPS-02). */
export function PeopleScreen(props: ScreenProps) {
  const info = useUserInfo()
  if (info === null) return null
  return info.isSystemAdmin ? <Screen {...props} /> : <NotFoundPage />
}

function Screen({ page, onPage }: ScreenProps) {
  const { t } = useTranslation('systemPeople')
  usePageTitle(t('title'))
  return (
    <div className={styles.screen}>
      <SystemTabs />
      <div className={styles.head}>
        <h1 className={styles.title}>{t('title')}</h1>
        <ExportButton page={page} />
      </div>
      <p className={styles.text}>{t('text')}</p>
      <PeopleFilters page={page} onPage={onPage} />
      <People page={page} onPage={onPage} />
      <PersonLog />
    </div>
  )
}

function ExportButton({ page }: { page: PeoplePage }) {
  const { t } = useTranslation('systemPeople')
  const [isExporting, setExporting] = useState(false)
  const save = async () => saveAs(await csvOf(page), `people-${new Date().toISOString().slice(0, 10)}.csv`)
  const run = async () => {
    setExporting(true)
    await showOutcome(save(), t('export.done'))
    setExporting(false)
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} stroke={1.7} />}
      loading={isExporting}
      onClick={() => void run()}
    >
      {t('export')}
    </Button>
  )
}

function People({ page, onPage }: ScreenProps) {
  const { t } = useTranslation('systemPeople')
  const found = useQuery(peopleQuery(page))
  if (found.isPending) return <SkeletonRows count={8} label={t('loading')} />
  if (found.isError && !found.data) return <LoadFailure title={t('failed')} query={found} />
  const { people, count } = found.data
  if (people.length === 0) return <Nothing page={page} count={count} onPage={onPage} />
  const total = pagesOf(count)
  return (
    <>
      <p className={styles.count} role="status">
        {t('count', { count })}
      </p>
      <PeopleTable people={people} isStale={found.isPlaceholderData} />
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

/** No rows: no match, or the page is beyond the last one. The unfiltered list always has the reader. */
function Nothing({ page, count, onPage }: ScreenProps & { count: number }) {
  const { t } = useTranslation('systemPeople')
  const to = (next: PeoplePage, label: string) => (
    <Button variant="default" onClick={() => onPage(next)}>
      {label}
    </Button>
  )
  if (count > 0 || !isNarrowed(page))
    return <EmptyState title={t('beyond.title')} action={to({ ...page, page: 1 }, t('beyond.action'))} />
  return (
    <EmptyState
      icon={<IconSearch size={24} stroke={1.6} />}
      title={t('nothing.title')}
      text={t('nothing.text')}
      action={to(everyone, t('nothing.action'))}
    />
  )
}
