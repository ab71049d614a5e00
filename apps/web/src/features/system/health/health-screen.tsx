import type { HealthPartName, HealthReport } from '@atrium/contract'
import { Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../lib/translate.ts'
import { usePageTitle } from '../../../lib/navigation/page-title.ts'
import { LoadFailure } from '../../../lib/lists/load-failure.tsx'
import { Screen, ScreenHead } from '@atrium/ui/lists/screen.tsx'
import { ForSystemAdmins } from '../for-system-admins.tsx'
import { SystemTabs } from '../system-tabs.tsx'
import { healthQuery, pageRefreshMs, withOutage } from './health-query.ts'
import { momentText } from './health-text.ts'
import styles from './health.module.css'
import { PaymentsCard } from './payments-card.tsx'
import { SlowQueriesCard } from './slow-queries-card.tsx'
import { BackupsCard, DatabaseCard, DisksCard, MailCard, SearchCard, StorageCard } from './small-parts.tsx'
import { AnswersCard, ProcessesCard, ProvidersCard, QueuesCard } from './table-parts.tsx'

/** The state of the installation, for system administrators; refreshes automatically while open (OPS-04). */
export const HealthScreen = () => (
  <ForSystemAdmins>
    <Health />
  </ForSystemAdmins>
)

function Health() {
  const { t } = useTranslation('systemHealth')
  usePageTitle(t('title'))
  const found = useQuery({ ...healthQuery, refetchInterval: pageRefreshMs })
  return (
    <Screen>
      <SystemTabs />
      <ScreenHead title={t('title')} about={t('text')} />
      {found.data ? (
        <Report report={withOutage(found.data, found.error)} isStale={found.isError} />
      ) : found.isError ? (
        <LoadFailure title={t('failed')} query={found} />
      ) : (
        <Loading />
      )}
    </Screen>
  )
}

const icons = { fine: IconCircleCheck, warning: IconAlertTriangle, trouble: IconCircleX }

function Report({ report, isStale }: { report: HealthReport; isStale: boolean }) {
  const { t, language } = useTranslation('systemHealth')
  const { state, parts, version, checkedAt } = report
  const Icon = icons[state]
  const names = (Object.keys(parts) as HealthPartName[]).filter(
    (name) => state !== 'fine' && parts[name].state === state,
  )
  return (
    <>
      <div className={styles.banner} data-state={state}>
        <Icon size={26} stroke={1.7} aria-hidden="true" />
        <div>
          <p className={styles.summary} role="status">
            {t(`summary.${state}`)}
            {names.length > 0 &&
              `: ${new Intl.ListFormat(language).format(names.map((name) => t(`part.${name}`)))}`}
          </p>
          <p className={styles.bannerText}>
            {t(isStale ? 'stale' : 'checked', { moment: momentText(checkedAt) })}
          </p>
        </div>
      </div>
      <div className={styles.grid}>
        <DatabaseCard part={parts.database} />
        <DisksCard part={parts.disks} />
        <AnswersCard part={parts.answers} />
        <MailCard part={parts.mail} />
        <ProvidersCard part={parts.providers} />
        <QueuesCard part={parts.queues} />
        <ProcessesCard part={parts.processes} />
        <StorageCard part={parts.storage} />
        <SearchCard part={parts.search} />
        <BackupsCard part={parts.backups} />
        <PaymentsCard part={parts.payments} />
        <SlowQueriesCard part={parts.slowQueries} />
      </div>
      <p className={styles.quiet}>
        <bdi>{t('version', version)}</bdi>
      </p>
    </>
  )
}

/** In the shape of the report. */
function Loading() {
  const { t } = useTranslation('systemHealth')
  return (
    <div role="status" aria-label={t('loading')}>
      <Skeleton height={76} radius="md" mb="md" />
      <div className={styles.grid} aria-hidden="true">
        {Array.from({ length: 6 }, (_, place) => (
          <Skeleton key={place} height={200} radius="lg" />
        ))}
      </div>
    </div>
  )
}
