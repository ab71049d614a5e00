import { Button } from '@mantine/core'
import { type JobPart, limits, type Turn } from '@atrium/contract'
import { IconDownload } from '@tabler/icons-react'
import { rowsOfRun } from '../../entities/agent-jobs/table-runs.ts'
import { useConversationActions } from '../../entities/turns/conversation-actions.tsx'
import { saveAs } from '../../lib/save-as.ts'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './agent-jobs.module.css'

/** Downloads the rows of a run over a table. */
export function RowsView({ turn, part: { items } }: { turn: Turn; part: JobPart }) {
  const { t } = useTranslation('agentJobs')
  const { chatId } = useConversationActions()
  if (!items || items.done === 0) return null
  const save = async () => saveAs(await rowsOfRun(chatId, turn.turnId), 'rows.csv')
  if (turn.state === 'open') return null
  return (
    <div className={styles.ways}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.7} aria-hidden="true" />}
        onClick={() => void showOutcome(save(), t('rows.saved'))}
      >
        {t('rows.download')}
      </Button>
      {items.done > limits.tableRunRowsShown && (
        <span className={styles.left}>{t('rows.shown', { count: limits.tableRunRowsShown })}</span>
      )}
    </div>
  )
}
