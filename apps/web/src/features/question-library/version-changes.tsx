import { diffWordsWithSpace } from 'diff'
import { currentLanguage } from '../../lib/i18n.ts'
import changes from '../../lib/text/changes.module.css'

type VersionChangesProps = { before: string; after: string }

/** A text with the words that were added to and removed from the text before it. */
export function VersionChanges({ before, after }: VersionChangesProps) {
  // Chinese has no spaces between words.
  const intlSegmenter = new Intl.Segmenter(currentLanguage(), { granularity: 'word' })
  return diffWordsWithSpace(before, after, { intlSegmenter }).map(({ value, added, removed }, index) => {
    if (added)
      return (
        <ins key={index} className={changes.added}>
          {value}
        </ins>
      )
    return removed ? (
      <del key={index} className={changes.removed}>
        {value}
      </del>
    ) : (
      value
    )
  })
}
