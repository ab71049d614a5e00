import type { AttachedDocument, ChatId } from '@atrium/contract'
import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from '../../lib/translate.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { FileMark } from '@atrium/ui/components/file-mark.tsx'
import { fileSize } from '../../entities/files/file-size.ts'
import { openDocument } from '../../entities/files/opened-source.ts'
import styles from './attachments.module.css'

type AttachedDocumentsProps = { documents: readonly AttachedDocument[]; chatId: ChatId }

/** Documents attached to a question; a click opens one beside the chat. */
export function AttachedDocuments({ documents, chatId }: AttachedDocumentsProps) {
  const { t } = useTranslation('attachments')
  if (documents.length === 0) return null
  return (
    <ul className={styles.attached} aria-label={t('documents')}>
      {documents.map(({ id, name, sizeBytes }) => (
        <li key={id}>
          <button type="button" className={styles.document} onClick={() => openDocument(id, name, chatId)}>
            <VisuallyHidden>{t('open', { name })}</VisuallyHidden>
            <FileMark name={name} />
            <span className={styles.documentWords} aria-hidden="true">
              <bdi className={styles.documentName}>{name}</bdi>
              <span className={styles.facts}>{fileSize(sizeBytes, currentLanguage())}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
