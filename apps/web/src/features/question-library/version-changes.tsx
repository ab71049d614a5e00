import { diffWordsWithSpace } from 'diff'
import { currentLanguage } from '../../lib/i18n.ts'
import styles from './question-library.module.css'

type VersionChangesProps = { before: string; after: string }

/** A text with the words that were added to and removed from the text before it. */
export function VersionChanges({ before, after }: VersionChangesProps) {
  // Chinese has no spaces between words.
  const intlSegmenter = new Intl.Segmenter(currentLanguage(), { granularity: 'word' })
  return diffWordsWithSpace(before, after, { intlSegmenter }).map(({ value, added, removed }, index) => {
    if (added)
      return (
        <ins key={index} className={styles.added}>
          {value}
        </ins>
      )
    return removed ? (
      <del key={index} className={styles.removed}>
        {value}
      </del>
    ) : (
      value
    )
  })
}
