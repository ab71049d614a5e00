import type { OpenedPassage } from '@atrium/contract'
import { Fragment, memo, useRef, useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { MorePassages } from '../more-passages.tsx'
import { placeText } from '../../../entities/files/place-text.ts'
import { isCited, type Reading } from '../reading.ts'
import { Scroller } from '../scroller.tsx'
import styles from '../source-viewer.module.css'
import { TextBlockView } from './text-block-view.tsx'
import { blocksOf, type TextBlock } from './text-blocks.ts'
import { useMarkCited } from './use-mark-cited.ts'
import { useMarkFound } from '../use-mark-found.ts'
import { useScrollToCited } from '../use-scroll-to-cited.ts'

/** The text of a document as it is read, passage by passage, the cited ones marked. */
export function TextView({ passages, source, claims, found, isPage, before, after, isLoading }: Reading) {
  const { t } = useTranslation('sources')
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  useScrollToCited(scroller)
  useMarkFound(
    scroller,
    found,
    passages.some(({ position }) => position === found?.position),
  )
  return (
    <Scroller ref={setScroller} className={styles.text} label={t('viewer.text')}>
      <div className={styles.page}>
        <MorePassages more={before} isLoading={isLoading} />
        {passages.map((passage, index) => (
          <Fragment key={passage.position}>
            <PartMark passage={passage} previous={passages[index - 1]} />
            <Passage
              passage={passage}
              claims={isCited(source, passage.position) ? claims : null}
              isTitled={isPage && passage.position === 0}
              goesOn={isSameTable(passages[index - 1], passage)}
            />
          </Fragment>
        ))}
        <MorePassages more={after} isLoading={isLoading} />
      </div>
    </Scroller>
  )
}

type PassageProps = {
  passage: OpenedPassage
  /** The text of the answer that cites it; null if not cited. */
  claims: readonly string[] | null
  /** It starts with the title of the whole text. */
  isTitled: boolean
  /** It has further rows of the table above, whose heading row it repeats. */
  goesOn: boolean
}

const Passage = memo(function Passage({ passage, claims, isTitled, goesOn }: PassageProps) {
  const { t } = useTranslation('sources')
  const element = useRef<HTMLDivElement>(null)
  const hasSentences = useMarkCited(element, { text: passage.text, claims: claims ?? [] })
  const blocks = isTitled ? titled(blocksOf(passage)) : blocksOf(passage)
  return (
    <div
      ref={element}
      className={styles.passage}
      data-position={passage.position}
      data-cited={claims === null ? undefined : hasSentences ? 'sentences' : 'whole'}
      data-goes-on={goesOn || undefined}
    >
      {claims !== null && <span className={styles.spoken}>{t('viewer.cited')}</span>}
      {blocks.map((block, index) => (
        <TextBlockView key={index} block={block} />
      ))}
    </div>
  )
})

function titled([first, ...others]: TextBlock[]): TextBlock[] {
  if (first === undefined) return []
  return [first.kind === 'paragraph' ? { kind: 'heading', level: 1, text: first.text } : first, ...others]
}

/** The start of a page or a slide. */
function PartMark({ passage, previous }: { passage: OpenedPassage; previous: OpenedPassage | undefined }) {
  const { t } = useTranslation('sources')
  const { page, slide } = passage.place
  if (page === undefined && slide === undefined) return null
  if (previous?.place.page === page && previous?.place.slide === slide) return null
  return <p className={styles.part}>{placeText({ page, slide }, t)}</p>
}

function isSameTable(previous: OpenedPassage | undefined, passage: OpenedPassage): boolean {
  const [header = ''] = passage.text.split('\n', 1)
  return header.includes(' | ') && previous !== undefined && previous.text.startsWith(`${header}\n`)
}
