import type { FoundOnWeb, WebSearch } from '@atrium/contract'
import { IconWorld } from '@tabler/icons-react'
import { useTranslation } from '../../../lib/translate.ts'
import listStyles from '../cited/sources-list.module.css'
import styles from './web-list.module.css'
import { WebPlace } from './web-place.tsx'

type WebListProps = { found: FoundOnWeb; numbers: ReadonlySet<number> }

/** The pages of an answer by number, cited ones first, and its searches. */
export function WebList({ found, numbers }: WebListProps) {
  const { t } = useTranslation('sources')
  const isCited = ({ number }: { number: number }) => numbers.has(number)
  const rows = [...found.sources.filter(isCited), ...found.sources.filter((source) => !isCited(source))]
  return (
    <div className={listStyles.list}>
      {found.sandbox && <p className={styles.note}>{t('web.sandbox.text')}</p>}
      {rows.length > 0 && (
        <ol className={listStyles.rows} aria-label={t('web.label')}>
          {rows.map((source) => (
            <li key={source.number} className={listStyles.row} data-quiet={!isCited(source) || undefined}>
              <a
                className={`${listStyles.open} ${styles.link}`}
                href={source.url}
                target="_blank"
                rel="noopener noreferrer nofollow"
              >
                <span className={listStyles.number}>{source.number}</span>
                <IconWorld size={20} stroke={1.6} aria-hidden="true" className={styles.mark} />
                <span className={listStyles.words}>
                  <bdi className={listStyles.name}>{source.title}</bdi>
                  <span className={listStyles.place}>
                    <WebPlace source={source} />
                    {!source.isRead && <span>{t('web.unread')}</span>}
                    {!isCited(source) && <span>{t('notCited')}</span>}
                  </span>
                </span>
              </a>
            </li>
          ))}
        </ol>
      )}
      <details className={listStyles.trace}>
        <summary>{t('trace')}</summary>
        <dl>
          <dt>{t('web.service')}</dt>
          <dd>
            <bdi>{found.service}</bdi>
          </dd>
          <dt>{t('trace.query')}</dt>
          {found.searches.map((search, index) => (
            <dd key={index}>
              <bdi>{search.query}</bdi>
              <br />
              <span className={listStyles.problem}>
                <Outcome search={search} found={found} />
              </span>
            </dd>
          ))}
        </dl>
      </details>
    </div>
  )
}

function Outcome({ search, found }: { search: WebSearch; found: FoundOnWeb }) {
  const { t } = useTranslation('sources')
  // An answer that ended in mid-search left it running.
  if (search.state !== 'done') return t(`web.problem.${search.problem ?? 'STOPPED'}`)
  const read = found.sources.filter(({ number, isRead }) => isRead && search.found.includes(number)).length
  return (
    <>
      {t('web.found', { count: search.found.length })} · {t('web.read', { count: read })}
    </>
  )
}
