import type { JobPart, Turn } from '@atrium/contract'
import { IconCheck, IconLoader2 } from '@tabler/icons-react'
import { useState } from 'react'
import { Fold } from '../../lib/tools/fold.tsx'
import { useTranslation, type Translate } from '../../lib/translate.ts'
import { FailedItems } from './failed-items.tsx'
import { JobPauseView } from './job-pause-view.tsx'
import { RowsView } from './rows-view.tsx'
import styles from './agent-jobs.module.css'

type JobViewProps = { turn: Turn; part: JobPart; /** Only the asker answers its questions. */ isOwn: boolean }

/** Within an answer: the steps of the job that writes it, and its question while it is paused. Folded once it has ended. */
export function JobView({ turn, part, isOwn }: JobViewProps) {
  const { t } = useTranslation('agentJobs')
  const isOpen = turn.state === 'open'
  const [isUnfolded, setUnfolded] = useState<boolean | null>(null)
  const isShown = isUnfolded ?? isOpen
  const done = part.steps.filter(({ state }) => state === 'done').length
  const summary = part.items
    ? itemsText(t, part.kind, part.items)
    : part.kind === 'data-analysis'
      ? t('analysis.label', { items: t('stepCount', { count: done }) })
      : t('steps.done', {
          steps: t('stepCount', { count: done }),
          sources: t('sourceCount', { count: part.sourcesRead }),
        })
  return (
    <div className={styles.job}>
      <Fold summary={summary} isOpen={isShown} onToggle={setUnfolded}>
        <ol className={styles.steps} aria-label={t(part.items ? 'items.steps' : 'steps.label')}>
          {part.steps.map((step) => (
            <li key={step.key} data-state={step.state}>
              {step.state === 'done' || !isOpen ? (
                <IconCheck size={16} stroke={2} aria-hidden="true" />
              ) : (
                <IconLoader2 size={16} stroke={2} className={styles.turning} aria-label={t('step.running')} />
              )}
              <span>{t(`step.${step.kind}`)}</span>
              {step.title !== '' && <bdi className={styles.stepTitle}>{step.title}</bdi>}
            </li>
          ))}
        </ol>
      </Fold>
      {isOpen && part.secondsLeft && (
        <p className={styles.left}>
          {t('left', {
            min: durationText(t, part.secondsLeft.min),
            max: durationText(t, part.secondsLeft.max),
          })}
        </p>
      )}
      <FailedItems part={part} />
      {part.kind === 'table-run' && <RowsView turn={turn} part={part} />}
      {isOpen && part.pause && <JobPauseView part={part} isOwn={isOwn} />}
    </div>
  )
}

function itemsText(
  t: Translate<'agentJobs'>,
  kind: JobPart['kind'],
  items: NonNullable<JobPart['items']>,
): string {
  if (kind === 'table-run') return t('items.rowsLabel', { items: t('items.rows', items) })
  if (kind === 'translation') return t('items.partsLabel', { items: t('items.parts', items) })
  if (kind === 'data-analysis') return t('analysis.label', { items: t('items.analyses', items) })
  return t('items.label', { items: t('items.done', items) })
}

const durationText = (t: Translate<'agentJobs'>, seconds: number): string =>
  seconds < 90 ? t('seconds', { count: seconds }) : t('minutes', { count: Math.round(seconds / 60) })
