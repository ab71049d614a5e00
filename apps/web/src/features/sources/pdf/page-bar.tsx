import { IconArrowAutofitWidth, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import { pageLabelled } from './page-labels.ts'
import styles from './pdf.module.css'
import { largerThan, smallerThan } from './zoom.ts'

type PageBarProps = {
  /** The current page, from 1. */
  page: number
  total: number
  /** The page labels, if they differ from the page numbers. */
  labels: readonly string[] | null
  /** 1 fits the width. */
  zoom: number
  onPage: (page: number) => void
  onZoom: (zoom: number) => void
}

/** The current page, with controls for page and zoom. */
export function PageBar({ page, total, labels, zoom, onPage, onZoom }: PageBarProps) {
  const { t } = useTranslation('sources')
  const percent = new Intl.NumberFormat(currentLanguage(), { style: 'percent' }).format(zoom)
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('viewer.pageBar')}>
      <span className={styles.places}>
        <PageField key={page} page={page} total={total} onPage={onPage} />
        {labels !== null && (
          <LabelField key={`label ${page}`} label={labels[page - 1] ?? ''} labels={labels} onPage={onPage} />
        )}
      </span>
      <span className={styles.tools}>
        <ToolButton
          label={t('viewer.smaller')}
          icon={IconZoomOut}
          disabled={smallerThan(zoom) === zoom}
          onClick={() => onZoom(smallerThan(zoom))}
        />
        <span className={styles.percent} role="status">
          {percent}
        </span>
        <ToolButton
          label={t('viewer.larger')}
          icon={IconZoomIn}
          disabled={largerThan(zoom) === zoom}
          onClick={() => onZoom(largerThan(zoom))}
        />
        <ToolButton
          label={t('viewer.fit')}
          icon={IconArrowAutofitWidth}
          disabled={zoom === 1}
          onClick={() => onZoom(1)}
        />
      </span>
    </div>
  )
}

/** Applies the input on Enter or blur; discards invalid pages. */
function PageField({ page, total, onPage }: Pick<PageBarProps, 'page' | 'total' | 'onPage'>) {
  const { t } = useTranslation('sources')
  const [typed, setTyped] = useState(String(page))
  const go = () => {
    const wanted = Number(typed)
    if (Number.isInteger(wanted) && wanted >= 1 && wanted !== page) onPage(Math.min(wanted, total))
    setTyped(String(page))
  }
  return (
    <form
      className={styles.pageField}
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={t('viewer.pageNumber')}
        className={styles.pageInput}
        value={typed}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value.replaceAll(/\D/gu, '').slice(0, 5))}
        onBlur={go}
      />
      <span>{t('viewer.ofPages', { total })}</span>
    </form>
  )
}

type LabelFieldProps = { label: string; labels: readonly string[]; onPage: (page: number) => void }

/** The printed page label as an input: an unknown label is discarded. */
function LabelField({ label, labels, onPage }: LabelFieldProps) {
  const { t } = useTranslation('sources')
  const [typed, setTyped] = useState(label)
  const go = () => {
    const page = typed === label ? null : pageLabelled(labels, typed)
    if (page !== null) onPage(page)
    setTyped(label)
  }
  return (
    <form
      className={styles.pageField}
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      <span aria-hidden="true">· {t('viewer.printed')}</span>
      <input
        type="text"
        autoComplete="off"
        aria-label={t('viewer.printedPage')}
        className={styles.pageInput}
        dir="auto"
        maxLength={20}
        value={typed}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={go}
      />
    </form>
  )
}
