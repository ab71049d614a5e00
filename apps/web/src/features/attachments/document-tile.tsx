import { useTranslation } from '../../lib/translate.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { FileMark } from '@atrium/ui/components/file-mark.tsx'
import { fileSize } from '../../entities/files/file-size.ts'
import { unreadText } from '../../entities/files/unread-text.ts'
import type { ChosenFile, ChosenFiles } from './chosen-files.ts'
import { TileTools } from './tile-tools.tsx'
import { DocumentUnread } from './upload-document.ts'
import styles from './attachments.module.css'

/** A document of the next question: its name and size, the progress of its upload and processing, or why it cannot be used. */
export function DocumentTile({ document, chosen }: { document: ChosenFile; chosen: ChosenFiles }) {
  const { name, state } = document
  const hasFailed = state.kind === 'failed' || state.kind === 'gone'
  return (
    <li className={styles.document} data-failed={hasFailed || undefined}>
      <FileMark name={name} />
      <span className={styles.documentWords}>
        <bdi className={styles.documentName} title={name}>
          {name}
        </bdi>
        <Status document={document} />
      </span>
      <TileTools file={document} chosen={chosen} />
    </li>
  )
}

function Status({ document: { name, sizeBytes, state } }: { document: ChosenFile }) {
  const { t } = useTranslation('attachments')
  switch (state.kind) {
    case 'sending':
      return (
        <progress className={styles.bar} max={1} value={state.sent} aria-label={t('sending', { name })} />
      )
    case 'reading': {
      const { partsDone: done, partsTotal: total } = state.state
      return (
        <span role="status" className={styles.facts}>
          {total === null || total < 2 ? t('reading') : t('reading.parts', { done, total })}
        </span>
      )
    }
    case 'ready':
      return <span className={styles.facts}>{fileSize(sizeBytes, currentLanguage())}</span>
    case 'failed':
      return (
        <span role="alert" className={styles.failed}>
          <FailureText error={state.error} />
        </span>
      )
    case 'gone':
      return (
        <span role="alert" className={styles.failed}>
          {t('gone', { name })}
        </span>
      )
  }
}

function FailureText({ error }: { error: unknown }) {
  const { t } = useTranslation('sources')
  return error instanceof DocumentUnread ? unreadText(error.problem, t) : errorText(error)
}
