import type { KnowledgeBase } from '@atrium/contract'
import { Progress } from '@mantine/core'
import { useTranslation } from '../../lib/translate.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { fileSize } from '../../entities/files/file-size.ts'
import { partRead, statusOf } from '../../entities/files/status-of.ts'
import statusStyles from '../context-files/status.module.css'
import { unreadText } from '../../entities/files/unread-text.ts'
import { Moment } from '../../lib/moment.tsx'
import { unfetchedText } from '../knowledge-sources/index.ts'
import { RoomsServed } from './rooms-served.tsx'
import styles from './knowledge-bases.module.css'

/** How much is in a base, when it changed, and the progress of fetching and processing it. */
export function BaseFacts({ base, showsRoom }: { base: KnowledgeBase; showsRoom: boolean }) {
  const { t } = useTranslation('knowledgeBases')
  const { fileCount, sourceCount, failedCount, sizeBytes, state } = base
  const status = statusOf(state)
  return (
    <>
      <p className={styles.facts}>
        {(showsRoom || base.room === null) && <RoomsServed room={base.room} />}
        {(fileCount > 0 || sourceCount === 0) && <span>{t('files', { count: fileCount })}</span>}
        {sourceCount > 0 && <span>{t('sources', { count: sourceCount })}</span>}
        {sizeBytes > 0 && <span>{fileSize(sizeBytes, currentLanguage())}</span>}
        <span>
          {t('changed')} <Moment at={base.updated_at} />
        </span>
        {failedCount > 0 && (
          <span className={styles.failed}>
            {t('notRead', { failed: failedCount, total: Math.max(fileCount + sourceCount, failedCount) })}
          </span>
        )}
      </p>
      {status === 'failed' && <Reason base={base} />}
      {status === 'processing' && <Reading base={base} />}
    </>
  )
}

/** Why the first failed file or source failed. */
function Reason({ base: { state, sourceProblem } }: { base: KnowledgeBase }) {
  const { t: ofFiles } = useTranslation('sources')
  const { t: ofSources } = useTranslation('knowledgeSources')
  return (
    <p className={statusStyles.unread}>
      {state.problem === null && sourceProblem !== null
        ? unfetchedText(sourceProblem, ofSources)
        : unreadText(state.problem ?? 'INTERNAL', ofFiles)}
    </p>
  )
}

function Reading({ base }: { base: KnowledgeBase }) {
  const { t } = useTranslation('knowledgeBases')
  const part = partRead(base.state)
  // Rounded down: 100 % only when complete.
  const percent = part === null ? null : Math.floor(part * 100)
  return (
    <div className={styles.reading}>
      <Progress.Root size={5} className={styles.bar ?? ''}>
        <Progress.Section
          value={percent ?? 100}
          animated={percent === null}
          striped={percent === null}
          {...(percent === null && { color: 'var(--line-strong)' })}
          aria-label={t('reading', { name: base.rag_name })}
        />
      </Progress.Root>
      {percent !== null && <span className={styles.percent}>{t('percent', { percent })}</span>}
    </div>
  )
}
