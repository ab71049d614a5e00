import { Tooltip } from '@mantine/core'
import type { Source, WebSource } from '@atrium/contract'
import { useEffect, useId } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { FileMark } from '@atrium/ui/components/file-mark.tsx'
import { excerptText } from './excerpt-text.ts'
import { hiddenText } from './text/hidden-text.ts'
import { isReadable } from '../../entities/files/opened-source.ts'
import { placeText } from '../../entities/files/place-text.ts'
import { endPreview } from './previewed-source.ts'
import styles from './source-preview.module.css'
import { WebPlace } from './web/web-place.tsx'

/** The text and location of a source, beside its chip. */
export function SourcePreview({ element, source }: { element: HTMLElement; source: Source | WebSource }) {
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
  const label =
    'url' in source ? (
      <WebCard source={source} />
    ) : isReadable(source) ? (
      <Card source={source} />
    ) : (
      <HiddenCard source={source} />
    )
  const description =
    'url' in source
      ? excerptText(source.text)
      : isReadable(source)
        ? excerptText(source.excerpt)
        : hiddenText(source, t)
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
        {description}
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

/** A web page: title, host, date, and what the answer read of it. */
function WebCard({ source }: { source: WebSource }) {
  const { t } = useTranslation('sources')
  return (
    <div className={styles.content}>
      <div className={styles.words}>
        <bdi className={styles.name}>{source.title}</bdi>
        <span className={styles.webPlace}>
          <WebPlace source={source} />
          {!source.isRead && <span>{t('web.unread')}</span>}
        </span>
      </div>
      <p dir="auto" className={styles.excerpt}>
        {excerptText(source.text)}
      </p>
    </div>
  )
}

function HiddenCard({ source }: { source: Source }) {
  const { t } = useTranslation('sources')
  return <div className={styles.content}>{hiddenText(source, t)}</div>
}
