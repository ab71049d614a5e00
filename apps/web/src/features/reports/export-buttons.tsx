import type { AccountId } from '@atrium/contract'
import { directionOf } from '@atrium/phrases'
import { Button, Group } from '@mantine/core'
import { IconPhotoDown } from '@tabler/icons-react'
import { currentLanguage } from '../../lib/i18n.ts'
import { ExportButton } from '../../lib/lists/export-button.tsx'
import { saveAs } from '../../lib/save-as.ts'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { csvOf } from './queries.ts'
import { isPeriodReversed, type ReportName, type ReportPage, today } from './report-page.ts'
import { useBars } from './usage-chart.tsx'
import { useReportWords } from './use-report-words.ts'

type ExportProps = { accountId: AccountId; report: ReportName; page: ReportPage }

const nameOf = (report: ReportName) =>
  report === 'history' ? 'credit-usage-history' : `credit-usage-by-${report}`

/** Saves the whole report as a CSV file. */
export function CsvButton({ accountId, report, page }: ExportProps) {
  const { t } = useReportWords()
  return (
    <ExportButton
      label={t('export.csv')}
      done={t('export.done')}
      name={nameOf(report)}
      load={() => csvOf(accountId, report, page)}
      disabled={isPeriodReversed(page)}
    />
  )
}

/** Saves the report as CSV, and its chart as a picture. */
export function ExportButtons({
  accountId,
  report,
  page,
}: ExportProps & { report: Exclude<ReportName, 'history'> }) {
  const { t, credits } = useReportWords()
  const bars = useBars(accountId, report, page)
  const savePicture = async () => {
    const { chartAsPng } = await import('./chart/chart-as-png.ts')
    const picture = await chartAsPng({
      bars: bars ?? [],
      isByDate: report === 'date',
      isRtl: directionOf(currentLanguage()) === 'rtl',
      title: t(`chart.${report}`),
      credits,
    })
    saveAs(picture, `${nameOf(report)}-${today()}.png`)
  }
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconPhotoDown size={18} stroke={1.7} />}
        disabled={!bars || bars.length === 0}
        onClick={() => void showOutcome(savePicture(), t('export.done'))}
      >
        {t('export.png')}
      </Button>
      <CsvButton accountId={accountId} report={report} page={page} />
    </Group>
  )
}
