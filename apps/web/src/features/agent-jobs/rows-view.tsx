import { Button } from '@mantine/core'
import { type JobPart, limits, type Turn } from '@atrium/contract'
import { IconDownload } from '@tabler/icons-react'
import { rowsOfRun } from '../../entities/agent-jobs/table-runs.ts'
import { useConversationActions } from '../../entities/turns/conversation-actions.tsx'
import { saveAs } from '../../lib/save-as.ts'
import { codeText } from '../../lib/text/error-text.ts'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './agent-jobs.module.css'

/** Of a run over a table: its rows to download, and those without an answer, with the reason. */
export function RowsView({ turn, part: { items, failedItems } }: { turn: Turn; part: JobPart }) {
  const { t } = useTranslation('agentJobs')
  const { chatId } = useConversationActions()
  if (!items || items.done === 0) return null
  const left = failedItems ? failedItems.count - failedItems.first.length : 0
  const save = async () => saveAs(await rowsOfRun(chatId, turn.turnId), 'rows.csv')
  return (
    <>
      {failedItems && (
        <section className={styles.failed} aria-label={t('rows.failed')}>
          <h4>{t('rows.failed')}</h4>
          <ul>
            {failedItems.first.map(({ number, title, problem }) => (
              <li key={number}>
                {t('rows.failedRow', { number })}
                {title !== '' && (
                  <>
                    {' '}
                    <bdi>{title}</bdi>
                  </>
                )}
                {': '}
                {problem === 'EMPTY_ROW' ? t('rows.empty') : codeText(problem)}
              </li>
            ))}
            {left > 0 && <li>{t('rows.moreFailed', { count: left })}</li>}
          </ul>
        </section>
      )}
      {turn.state !== 'open' && (
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
      )}
    </>
  )
}
