import type { KnowledgeBase } from '@atrium/contract'
import { Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../lib/i18n.ts'
import { fileSize } from '../context-files/file-size.ts'
import { partRead, standingOf } from '../context-files/standing.ts'
import statusStyles from '../context-files/status.module.css'
import { unreadText } from '../context-files/unread-text.ts'
import { Moment } from '../history/moment.tsx'
import { unfetchedText } from '../knowledge-sources/unfetched-text.ts'
import styles from './knowledge-bases.module.css'

/** How much is in a base, when it changed, and how far it is with being fetched and read. */
export function BaseFacts({ base, showsRoom }: { base: KnowledgeBase; showsRoom: boolean }) {
  const { t } = useTranslation('knowledgeBases')
  const { fileCount, sourceCount, failedCount, sizeBytes, state } = base
  const standing = standingOf(state)
  return (
    <>
      <p className={styles.facts}>
        {showsRoom && <bdi>{t('inRoom', { room: base.room.name })}</bdi>}
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
      {standing === 'failed' && <Reason base={base} />}
      {standing === 'processing' && <Reading base={base} />}
    </>
  )
}

/** Why the first of what failed did: a file, else a source. */
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
  // Rounded down: what is not all of it never reads as all.
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
