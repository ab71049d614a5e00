import type { InviteLine } from '@atrium/contract'
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { Rows } from '../../../lib/rows/rows.tsx'
import { isFine, isRight, problemsFirst } from './invite-outcomes.ts'
import styles from '../members.module.css'

/** About, in pixels. */
const lineHeight = 56

/** The result or preview of each line of a list; problems come first. */
export function InviteLines({ lines }: { lines: InviteLine[] }) {
  const { t } = useTranslation('members')
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const rightCount = lines.filter(isRight).length
  const wrongCount = lines.filter((line) => !isFine(line)).length
  return (
    <section aria-labelledby="invite-lines">
      <p id="invite-lines" className={styles.linesSum} role="status">
        {t('lines.right', { count: rightCount })} {wrongCount > 0 && t('lines.wrong', { count: wrongCount })}
      </p>
      {/* A scrolling element needs focus to scroll by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={setScroller} className={styles.lines} role="group" aria-label={t('lines.label')} tabIndex={0}>
        <Rows
          rows={problemsFirst(lines)}
          keyOf={({ line }) => String(line)}
          scroller={scroller}
          rowHeight={lineHeight}
          labelledBy="invite-lines"
        >
          {(line) => <Line line={line} />}
        </Rows>
      </div>
    </section>
  )
}

function Line({ line }: { line: InviteLine }) {
  const { t } = useTranslation(['members', 'accounts'])
  const Icon = isRight(line) ? IconCheck : isFine(line) ? IconInfoCircle : IconAlertTriangle
  return (
    <div className={styles.line} data-wrong={!isFine(line) || undefined}>
      <Icon size={16} stroke={1.8} aria-hidden="true" className={styles.lineMark} />
      <span className={styles.lineNumber}>{t('lines.number', { number: line.line })}</span>
      <bdi className={styles.lineText} dir="auto">
        {isRight(line) ? line.email : line.text}
      </bdi>
      <span className={styles.outcome}>
        {isRight(line) && line.role ? `${t(`accounts:role.${line.role}`)} · ` : ''}
        {t(`outcome.${line.outcome}`)}
      </span>
    </div>
  )
}
