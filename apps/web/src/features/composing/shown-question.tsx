import type { Mention } from '@atrium/contract'
import { Fragment } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { linesOf, segmentsOf } from '../../entities/turns/pasted-text.ts'
import styles from './composing.module.css'

/** A displayed question: mentions as chips, pasted texts folded. At most `most` characters of its text. */
export function ShownQuestion({
  text,
  mentions,
  most = Infinity,
}: {
  text: string
  mentions: readonly Mention[]
  most?: number
}) {
  const { t } = useTranslation('composing')
  return segmentsOf(text).map((segment) => {
    const { kind, start } = segment
    if (kind === 'pasted')
      return (
        <details key={start} className={styles.pasted}>
          <summary>{t('pasted.size', { count: linesOf(segment.text) })}</summary>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
          <pre dir="auto" tabIndex={0} role="group" aria-label={t('pasted.text')}>
            {segment.text}
          </pre>
        </details>
      )
    const words = segment.text.length > most ? `${segment.text.slice(0, most).trimEnd()}…` : segment.text
    const inside = mentions.filter(
      (one) => one.start >= start && one.start + one.length <= start + words.length,
    )
    return (
      <Words
        key={start}
        text={words}
        mentions={inside.map((one) => ({ ...one, start: one.start - start }))}
      />
    )
  })
}

function Words({ text, mentions }: { text: string; mentions: readonly Mention[] }) {
  const ends = mentions.map(({ start, length }) => start + length)
  return (
    <span>
      {mentions.map(({ start, length, kind }, index) => (
        <Fragment key={start}>
          {text.slice(ends[index - 1] ?? 0, start)}
          <bdi className={styles.chip} data-kind={kind}>
            {text.slice(start, start + length)}
          </bdi>
        </Fragment>
      ))}
      {text.slice(ends.at(-1) ?? 0)}
    </span>
  )
}
