import { useMemo } from 'react'
import type { CanvasBlock } from '@atrium/contract'
import { currentLanguage } from '../../../lib/i18n.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { type ComparedBlock, compareBlocks, hasChanges } from './compare-blocks.ts'
import changes from '../../../lib/text/changes.module.css'
import styles from './versions.module.css'

type ComparedTextProps = {
  before: readonly CanvasBlock[]
  after: readonly CanvasBlock[]
}

/** A document as it is read, with the words that were added to and removed from the one before. */
export function ComparedText({ before, after }: ComparedTextProps) {
  const { t } = useTranslation('canvases')
  const blocks = useMemo(() => compareBlocks(before, after, currentLanguage()), [before, after])
  return (
    <>
      {!hasChanges(blocks) && <p className={styles.same}>{t('versions.same')}</p>}
      {blocks.map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </>
  )
}

const marks: Partial<Record<ComparedBlock['kind'], string>> = {
  bullet: '•',
  ordered: '#',
  task: '☐',
  taskDone: '☑',
  quote: '❝',
  picture: '🖼',
}

function Block({ block: { kind, depth, parts } }: { block: ComparedBlock }) {
  if (kind === 'rule') return <hr className={styles.rule} data-change={parts[0]?.change} />
  const mark = marks[kind]
  return (
    <p
      className={styles.block}
      data-kind={kind}
      dir="auto"
      style={{ marginInlineStart: `${Math.max(0, depth) * 1.25}rem` }}
    >
      {mark !== undefined && <span className={styles.blockMark}>{mark} </span>}
      {parts.map(({ text, change }, index) => {
        if (change === 'same') return <span key={index}>{text}</span>
        const Change = change === 'added' ? 'ins' : 'del'
        return (
          <Change key={index} className={change === 'added' ? changes.added : changes.removed}>
            {text}
          </Change>
        )
      })}
    </p>
  )
}
