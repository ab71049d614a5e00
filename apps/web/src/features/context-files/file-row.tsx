import type { ContextFile } from '@atrium/contract'
import { ActionIcon, Button } from '@mantine/core'
import { IconDownload, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/error-text.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { showToast } from '../../lib/toasts.ts'
import { openDocument } from '../sources/opened-source.ts'
import styles from './context-files.module.css'
import { DeleteFile } from './delete-file.tsx'
import { FileMark } from './file-mark.tsx'
import { fileSize } from './file-size.ts'
import { readFileAgain, type RoomPlace, saveContextFile } from './queries.ts'
import { ReadingProgress } from './reading-progress.tsx'
import { standingOf } from './standing.ts'
import { StatusBadge } from './status-badge.tsx'
import statusStyles from './status.module.css'
import { unreadText } from './unread-text.ts'

type FileRowProps = {
  place: RoomPlace
  file: ContextFile
  /** Deletes it; left out for those who may only look. */
  onDelete?: (() => Promise<void>) | undefined
}

/** One file of a room or a knowledge base: how far it is, and a press on its name opens it beside the page. */
export function FileRow({ place, file, onDelete }: FileRowProps) {
  const { t } = useTranslation('contextFiles')
  const { t: ofSources } = useTranslation('sources')
  const standing = standingOf(file.state)
  const save = () => saveContextFile(place, file.id).catch(() => showToast(t('file.openFailed'), 'bad'))
  return (
    <li className={styles.row}>
      <FileMark name={file.name} />
      <div className={styles.words}>
        {standing === 'deleted' ? (
          <bdi className={styles.name}>{file.name}</bdi>
        ) : (
          <button
            type="button"
            className={styles.open}
            aria-label={t('file.open', { file: file.name })}
            onClick={() => openDocument(file.id, file.name)}
          >
            <bdi className={styles.name} title={file.name}>
              {file.name}
            </bdi>
          </button>
        )}
        <FileFacts file={file} />
        {standing === 'processing' && <ReadingProgress file={file.name} state={file.state} />}
        {standing === 'failed' && (
          <p className={statusStyles.unread}>{unreadText(file.state.problem ?? 'INTERNAL', ofSources)}</p>
        )}
        {standing === 'ready' && file.state.unreadPages !== undefined && (
          <p className={statusStyles.unread}>{ofSources('unreadPages', { count: file.state.unreadPages })}</p>
        )}
        {onDelete && standing === 'failed' && <Retry place={place} file={file} />}
      </div>
      {standing !== 'deleted' && (
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
      {onDelete && standing !== 'deleted' && <DeleteFile name={file.name} onDelete={onDelete} />}
    </li>
  )
}

function FileFacts({ file }: { file: ContextFile }) {
  const language = currentLanguage()
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(file.addedAt))
  return (
    <p className={styles.facts}>
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
