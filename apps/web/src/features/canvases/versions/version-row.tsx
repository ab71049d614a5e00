import type { CanvasVersion } from '@atrium/contract'
import { Moment } from '../../../lib/moment.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './versions.module.css'

type VersionRowProps = {
  version: CanvasVersion
  isChosen: boolean
  onChoose: () => void
}

/** A version of the list: its name or time, and who changed the canvas. */
export function VersionRow({ version, isChosen, onChoose }: VersionRowProps) {
  const { t } = useTranslation('canvases')
  const { name, authors, createdAt, restoredFrom, wordCount } = version
  return (
    <li>
      <button type="button" className={styles.row} aria-pressed={isChosen} onClick={onChoose}>
        <span className={styles.rowTitle} dir="auto">
          {name ?? <Moment at={createdAt} />}
        </span>
        {name !== null && (
          <span className={styles.quiet}>
            <Moment at={createdAt} />
          </span>
        )}
        <span className={styles.quiet}>
          {[
            ...(authors.length > 0
              ? [<bdi key="authors">{authors.map((one) => one.name).join(', ')}</bdi>]
              : []),
            ...(restoredFrom === null ? [] : [t('versions.restoredFrom', { number: restoredFrom })]),
            t('words', { count: wordCount }),
          ].map((part, index) => (
            <span key={index}>
              {index > 0 && ' · '}
              {part}
            </span>
          ))}
        </span>
      </button>
    </li>
  )
}
