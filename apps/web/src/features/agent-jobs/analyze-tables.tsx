import { Button } from '@mantine/core'
import type { AccountId, RoomId } from '@atrium/contract'
import { IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { spreadsheetsQuery } from '../../entities/agent-jobs/table-runs.ts'
import { useTranslation } from '../../lib/translate.ts'

const AnalysisDialog = lazy(() =>
  import('./analysis-dialog.tsx').then((module) => ({ default: module.AnalysisDialog })),
)

/** Beside the files of a room: analyzes its spreadsheets. Not shown in a room without any. */
export function AnalyzeTables(place: { accountId: AccountId; roomId: RoomId }) {
  const { t } = useTranslation('agentJobs')
  const { data = [] } = useQuery(spreadsheetsQuery(place))
  const [isOpen, setOpen] = useState(false)
  if (data.length === 0) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconChartBar size={18} stroke={1.7} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('analysis.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <AnalysisDialog {...place} ofRoom={data} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
