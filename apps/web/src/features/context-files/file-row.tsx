import type { ContextFile } from '@atrium/contract'
import { ActionIcon, Button } from '@mantine/core'
import { IconDownload, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { dateLocale } from '../../lib/text/date-locale.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { openDocument } from '../../entities/files/opened-source.ts'
import entry from '../../lib/lists/entry.module.css'
import styles from './context-files.module.css'
import { DeleteFile } from './delete-file.tsx'
import { FileMark } from '@atrium/ui/components/file-mark.tsx'
import { fileSize } from '../../entities/files/file-size.ts'
import { type KnowledgePlace, readFileAgain, saveContextFile } from '../../entities/files/context-files.ts'
import { ReadingProgress } from './reading-progress.tsx'
import { statusOf } from '../../entities/files/status-of.ts'
import { StatusBadge } from './status-badge.tsx'
import statusStyles from './status.module.css'
import { unreadText } from '../../entities/files/unread-text.ts'

type FileRowProps = {
  place: KnowledgePlace
  file: ContextFile
  /** Deletes it; omitted for people who may only view. */
  onDelete?: (() => Promise<void>) | undefined
}

/** One file of a room or knowledge base, with its state; a click on its name opens it beside the page. */
export function FileRow({ place, file, onDelete }: FileRowProps) {
  const { t } = useTranslation('contextFiles')
  const { t: ofSources } = useTranslation('sources')
  const status = statusOf(file.state)
  const save = () => saveContextFile(place, file.id).catch(() => showToast(t('file.openFailed'), 'bad'))
  return (
    <li className={styles.row}>
      <FileMark name={file.name} />
      <div className={entry.words}>
        {status === 'deleted' ? (
          <bdi className={entry.name}>{file.name}</bdi>
        ) : (
          <button
            type="button"
            className={entry.open}
            aria-label={t('file.open', { file: file.name })}
            onClick={() => openDocument(file.id, file.name)}
          >
            <bdi className={entry.name} title={file.name}>
              {file.name}
            </bdi>
          </button>
        )}
        <FileFacts file={file} />
        {status === 'processing' && <ReadingProgress file={file.name} state={file.state} />}
        {status === 'failed' && (
          <p className={statusStyles.unread}>{unreadText(file.state.problem ?? 'INTERNAL', ofSources)}</p>
        )}
        {status === 'ready' && file.state.unreadPages !== undefined && (
          <p className={statusStyles.unread}>{ofSources('unreadPages', { count: file.state.unreadPages })}</p>
        )}
        {onDelete && status === 'failed' && <Retry place={place} file={file} />}
      </div>
      {status !== 'deleted' && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('file.download', { file: file.name })}
          onClick={() => void save()}
        >
          <IconDownload size={17} stroke={1.7} />
        </ActionIcon>
      )}
      {onDelete && status !== 'deleted' && <DeleteFile name={file.name} onDelete={onDelete} />}
    </li>
  )
}

function FileFacts({ file }: { file: ContextFile }) {
  const language = currentLanguage()
  const date = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium' }).format(new Date(file.addedAt))
  return (
    <p className={entry.facts}>
      <StatusBadge state={file.state} />
      <span>{fileSize(file.sizeBytes, language)}</span>
      {file.addedBy && <bdi>{file.addedBy.name}</bdi>}
      <bdi>
        <time dateTime={file.addedAt}>{date}</time>
      </bdi>
    </p>
  )
}

function Retry({ place, file }: Pick<FileRowProps, 'place' | 'file'>) {
  const { t } = useTranslation('contextFiles')
  const [isAsked, setAsked] = useState(false)
  const retry = () => {
    setAsked(true)
    readFileAgain(place, file.id)
      .then(
        () => showToast(t('retry.done', { file: file.name })),
        (error: unknown) => showToast(errorText(error), 'bad'),
      )
      .finally(() => setAsked(false))
  }
  return (
    <Button
      className={styles.retry ?? ''}
      size="xs"
      variant="default"
      leftSection={<IconRefresh size={15} stroke={1.8} aria-hidden="true" />}
      aria-label={t('retry.of', { file: file.name })}
      loading={isAsked}
      onClick={retry}
    >
      {t('retry.action')}
    </Button>
  )
}
