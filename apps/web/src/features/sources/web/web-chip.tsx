import type { WebSource } from '@atrium/contract'
import { useTranslation } from '../../../lib/translate.ts'
import styles from '../cited/citation-chip.module.css'
import { endPreview, previewSource } from '../previewed-source.ts'

/** The number of a web page in running text: resting on it shows a preview, a press opens the page in a new tab. */
export function WebChip({ source }: { source: WebSource }) {
  const { t } = useTranslation('sources')
  return (
    <a
      href={source.url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={styles.chip}
      aria-label={t('web.name', { number: source.number, title: source.title, host: source.host })}
      onPointerEnter={({ currentTarget, pointerType }) => {
        if (pointerType !== 'touch') previewSource(currentTarget, source)
      }}
      onPointerLeave={endPreview}
      onFocus={({ currentTarget }) => {
        if (currentTarget.matches(':focus-visible')) previewSource(currentTarget, source, 0)
      }}
      onBlur={endPreview}
      onClick={endPreview}
      onKeyDown={({ key }) => key === 'Escape' && endPreview()}
    >
      {source.number}
    </a>
  )
}
