import type { Account } from '@atrium/contract'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { saveAs } from '../../lib/save-as.ts'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { type AuditPage, isWrongWay } from './audit-page.ts'
import { csvOf } from './queries.ts'

/** Saves all entries that fit the filters as a CSV file. */
export function ExportButton({ account, page }: { account: Account; page: AuditPage }) {
  const { t } = useTranslation('audit')
  const [isExporting, setExporting] = useState(false)
  const save = async () => {
    const file = await csvOf(account.id, page)
    saveAs(file, `audit-log-${new Date().toISOString().slice(0, 10)}.csv`)
  }
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
      disabled={isWrongWay(page)}
      onClick={() => void run()}
    >
      {t('export')}
    </Button>
  )
}
