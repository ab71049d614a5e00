import type { OpenedPassage } from '@atrium/contract'
import { Fragment, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MorePassages } from './more-passages.tsx'
import { placeText } from './place-text.ts'
import { isCited, type Reading } from './reading.ts'
import { Scroller } from './scroller.tsx'
import styles from './source-viewer.module.css'
import { useScrollToCited } from './use-scroll-to-cited.ts'

/** The text of a document, passage by passage under its headings, the cited ones marked. */
export function TextView({ passages, source, before, after, isLoading }: Reading) {
  const { t } = useTranslation('sources')
  const scroller = useRef<HTMLDivElement>(null)
  useScrollToCited(scroller)
  return (
    <Scroller ref={scroller} className={styles.text} label={t('viewer.text')}>
      <MorePassages more={before} isLoading={isLoading} />
      {passages.map((passage, index) => (
        <Fragment key={passage.position}>
          <PartMark passage={passage} previous={passages[index - 1]} />
          <div className={styles.passage} data-cited={isCited(source, passage.position) || undefined}>
            {isCited(source, passage.position) && <span className={styles.spoken}>{t('viewer.cited')}</span>}
            <Paragraphs passage={passage} />
          </div>
        </Fragment>
      ))}
      <MorePassages more={after} isLoading={isLoading} />
    </Scroller>
  )
}

/** Where a page or a slide begins. */
function PartMark({ passage, previous }: { passage: OpenedPassage; previous: OpenedPassage | undefined }) {
  const { t } = useTranslation('sources')
  const { page, slide } = passage.place
  if (page === undefined && slide === undefined) return null
  if (previous?.place.page === page && previous?.place.slide === slide) return null
  return <p className={styles.part}>{placeText({ page, slide }, t)}</p>
}

/** A paragraph that is one of the headings above the passage is that heading. */
function Paragraphs({ passage: { text, place } }: { passage: OpenedPassage }) {
  const headings = place.headings ?? []
  return text.split(/\n{2,}/u).map((paragraph, index) => {
    const level = headings.indexOf(paragraph.replaceAll(/\s+/gu, ' ').trim())
    return level < 0 ? (
      <p key={index} dir="auto">
        {paragraph}
      </p>
    ) : (
      <h3 key={index} dir="auto" aria-level={Math.min(level + 3, 6)}>
        {paragraph}
      </h3>
    )
  })
}
