import type { OwnExport } from '@atrium/contract'
import { ErrorState, SkeletonRows } from '@atrium/ui'
import { Button, Group, Loader } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { errorDetail, errorText } from '../../lib/text/error-text.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { dateLocale } from '../../lib/text/date-locale.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import styles from '../../lib/forms/section.module.css'
import { askForExport, downloadExport, exportQuery } from './queries.ts'
import { Section } from '../../lib/forms/section.tsx'

/** A data export: requested, in progress, downloaded. */
export function ExportSection() {
  const { t } = useTranslation(['profile', 'common'])
  const found = useQuery(exportQuery)
  return (
    <Section title={t('export.title')} text={t('export.text')}>
      {found.isPending && <SkeletonRows count={1} label={t('export.loading')} />}
      {found.isError && found.data === undefined && (
        <ErrorState
          title={t('export.loadFailed')}
          text={errorDetail(found.error)}
          action={
            <Button variant="default" loading={found.isFetching} onClick={() => void found.refetch()}>
              {t('common:action.tryAgain')}
            </Button>
          }
        />
      )}
      {found.data !== undefined && <Copy copy={found.data} />}
    </Section>
  )
}

function Copy({ copy }: { copy: OwnExport | null }) {
  const { t } = useTranslation('profile')
  const [isWorking, setWorking] = useState(false)
  const run = (work: () => Promise<void>) => {
    setWorking(true)
    work()
      .catch((error: unknown) => showToast(errorText(error), 'bad'))
      .finally(() => setWorking(false))
  }
  if (copy?.state === 'making')
    return (
      <p className={styles.row} role="status">
        <Loader size="xs" aria-hidden="true" />
        <span className={styles.text}>{t('export.making')}</span>
      </p>
    )
  return (
    <>
      {copy?.state === 'ready' && (
        <p className={styles.text} role="status">
          {t('export.ready', {
            size: sizeText(copy.sizeBytes ?? 0),
            date: dateText(copy.expiresAt ?? copy.requestedAt),
          })}
        </p>
      )}
      {copy?.state === 'failed' && <p className={styles.text}>{t('export.failed')}</p>}
      <Group gap="sm">
        {copy?.state === 'ready' && (
          <Button
            leftSection={<IconDownload size={17} stroke={1.7} aria-hidden="true" />}
            loading={isWorking}
            onClick={() => run(downloadExport)}
          >
            {t('export.download')}
          </Button>
        )}
        <Button variant="default" disabled={isWorking} onClick={() => run(askForExport)}>
          {t(copy ? 'export.askAgain' : 'export.ask')}
        </Button>
      </Group>
    </>
  )
}

const dateText = (at: string) =>
  new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'long' }).format(new Date(at))

/** In the most readable unit. */
function sizeText(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1000)))
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'unit',
    unit: units[power] ?? 'byte',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** power)
}
