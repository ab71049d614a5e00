import type { SearchTrace } from '@atrium/contract'
import { useTranslation } from '../../../lib/translate.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { unreadText } from '../../../entities/files/unread-text.ts'
import styles from './sources-list.module.css'

/** The search details: query, scopes and unreadable files. */
export function SearchTraceView({ trace }: { trace: SearchTrace }) {
  const { t } = useTranslation('sources')
  const names = new Intl.ListFormat(currentLanguage())
  const wasSearched = trace.filesSearched > 0
  return (
    <details className={styles.trace}>
      <summary>{t('trace')}</summary>
      <dl>
        {trace.roomFilesOff && (
          <>
            <dt>{t('trace.roomFiles')}</dt>
            <dd>{t('trace.roomFiles.off')}</dd>
          </>
        )}
        {wasSearched && (
          <>
            <dt>{t(trace.isRewritten ? 'trace.rewritten' : 'trace.query')}</dt>
            <dd dir="auto">{trace.query}</dd>
            <dt>{t('trace.searched')}</dt>
            <dd>
              {t('trace.files', { count: trace.filesSearched })} ·{' '}
              {t('trace.passages', { count: trace.passagesSearched })} ·{' '}
              {t('trace.found', { count: trace.passagesFound })}
            </dd>
          </>
        )}
        {trace.wholeFiles.length > 0 && (
          <>
            <dt>{t('trace.whole')}</dt>
            <dd>{names.format(trace.wholeFiles.map(({ fileName }) => fileName || t('trace.hidden')))}</dd>
          </>
        )}
        {trace.unreadFiles.length > 0 && (
          <>
            <dt>{t('trace.unread')}</dt>
            {trace.unreadFiles.map(({ fileId, fileName, problem }) => (
              <dd key={fileId}>
                <bdi>{fileName || t('trace.hidden')}</bdi>
                <br />
                <span className={styles.problem}>{unreadText(problem, t)}</span>
              </dd>
            ))}
          </>
        )}
      </dl>
      {wasSearched && trace.passagesFound === 0 && <p className={styles.admins}>{t('trace.admins')}</p>}
    </details>
  )
}
