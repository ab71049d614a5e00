import { Button } from '@mantine/core'
import type { AccountId, RoomId } from '@atrium/contract'
import { IconTable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { spreadsheetsQuery } from '../../entities/agent-jobs/table-runs.ts'
import { useTranslation } from '../../lib/translate.ts'

const TableRunDialog = lazy(() =>
  import('./table-run-dialog.tsx').then((module) => ({ default: module.TableRunDialog })),
)

/** Beside the files of a room: runs a question over one of its spreadsheets. Not shown in a room without any. */
export function RunOverTable(place: { accountId: AccountId; roomId: RoomId }) {
  const { t } = useTranslation('agentJobs')
  const { data = [] } = useQuery(spreadsheetsQuery(place))
  const [isOpen, setOpen] = useState(false)
  if (data.length === 0) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTable size={18} stroke={1.7} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('table.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <TableRunDialog {...place} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
