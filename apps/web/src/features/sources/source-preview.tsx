import { Tooltip } from '@mantine/core'
import type { Source } from '@atrium/contract'
import { useEffect, useId } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { FileMark } from '@atrium/ui/components/file-mark.tsx'
import { excerptText } from './excerpt-text.ts'
import { hiddenText } from './text/hidden-text.ts'
import { isReadable } from '../../entities/files/opened-source.ts'
import { placeText } from '../../entities/files/place-text.ts'
import { endPreview } from './previewed-source.ts'
import styles from './source-preview.module.css'

/** The text and location of a source, beside its chip. */
export function SourcePreview({ element, source }: { element: HTMLElement; source: Source }) {
  const { t } = useTranslation('sources')
  const id = useId()
  useEffect(() => {
    element.setAttribute('aria-describedby', id)
    return () => element.removeAttribute('aria-describedby')
  }, [element, id])
  useEffect(() => {
    // A removed chip sends no pointerleave event.
    const sizes = new ResizeObserver(() => !element.isConnected && endPreview())
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [element])
  const label = isReadable(source) ? <Card source={source} /> : <HiddenCard source={source} />
  return (
    <>
      <Tooltip
        target={element}
        label={label}
        position="top"
        opened
        multiline
        maw={360}
        classNames={{ tooltip: styles.card }}
      />
      <span id={id} hidden>
        {isReadable(source) ? excerptText(source.excerpt) : hiddenText(source, t)}
      </span>
    </>
  )
}

function Card({ source }: { source: Source }) {
  const { t } = useTranslation('sources')
  return (
    <div className={styles.content}>
      <div className={styles.head}>
        <FileMark name={source.fileName} />
        <div className={styles.words}>
          <bdi className={styles.name}>{source.fileName}</bdi>
          <span className={styles.place}>{placeText(source.place, t)}</span>
        </div>
      </div>
      <p dir="auto" className={styles.excerpt}>
        {excerptText(source.excerpt)}
      </p>
    </div>
  )
}

function HiddenCard({ source }: { source: Source }) {
  const { t } = useTranslation('sources')
  return <div className={styles.content}>{hiddenText(source, t)}</div>
}
