import { documentEndingOf, type IndexState } from '@atrium/contract'
import { Progress } from '@mantine/core'
import { partRead } from '../../entities/files/status-of.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './status.module.css'

/** A file's processing progress: a bar, and its pages, slides or sheets in words. */
export function ReadingProgress({ file, state }: { file: string; state: IndexState }) {
  const { t } = useTranslation('contextFiles')
  const part = partRead(state)
  const { partsDone: done, partsTotal: total } = state
  const words =
    total === null || total < 2
      ? state.status === 'PENDING'
        ? t('progress.waiting')
        : null
      : t(`progress.${kindOf(file)}`, { done, total })
  return (
    <div className={styles.reading}>
      <Progress.Root size={5} className={styles.bar ?? ''}>
        <Progress.Section
          value={part === null ? 100 : Math.floor(part * 100)}
          animated={part === null}
          striped={part === null}
          {...(part === null && { color: 'var(--line-strong)' })}
          aria-label={t('progress.label', { file })}
        />
      </Progress.Root>
      {words !== null && <span className={styles.parts}>{words}</span>}
    </div>
  )
}

/** The name of a file's parts. */
function kindOf(name: string): 'pdf' | 'pptx' | 'sheet' | 'other' {
  const ending = documentEndingOf(name)
  if (ending === 'pdf' || ending === 'pptx') return ending
  return ending === 'xls' || ending === 'xlsx' ? 'sheet' : 'other'
}
