import type { ContextFile } from '@atrium/contract'
import { ConfirmDialog } from '@atrium/ui'
import { ActionIcon } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../lib/i18n.ts'
import { showToast } from '../../lib/toasts.ts'
import { openDocument } from '../sources/opened-source.ts'
import styles from './context-files.module.css'
import { FileMark } from './file-mark.tsx'
import { fileSize } from './file-size.ts'
import { removeContextFile, type RoomPlace, saveContextFile } from './queries.ts'

type FileRowProps = { place: RoomPlace; file: ContextFile; mayDelete: boolean }

/** One file of the room: a press on its name opens it beside the page. */
export function FileRow({ place, file, mayDelete }: FileRowProps) {
  const { t } = useTranslation('contextFiles')
  const save = () => saveContextFile(place, file.id).catch(() => showToast(t('file.openFailed'), 'bad'))
  return (
    <li className={styles.row}>
      <FileMark name={file.name} />
      <div className={styles.words}>
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
        <FileFacts file={file} />
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t('file.download', { file: file.name })}
        onClick={() => void save()}
      >
        <IconDownload size={17} stroke={1.7} />
      </ActionIcon>
      {mayDelete && <DeleteFile place={place} file={file} />}
    </li>
  )
}

function FileFacts({ file }: { file: ContextFile }) {
  const { t } = useTranslation('contextFiles')
  const language = currentLanguage()
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(file.addedAt))
  return (
    <p className={styles.facts}>
      <span className={styles.status}>{t(`status.${file.status}`)}</span>
      <span>{fileSize(file.sizeBytes, language)}</span>
      {file.addedBy && <bdi>{file.addedBy.name}</bdi>}
      <bdi>
        <time dateTime={file.addedAt}>{date}</time>
      </bdi>
    </p>
  )
}

function DeleteFile({ place, file }: Pick<FileRowProps, 'place' | 'file'>) {
  const { t } = useTranslation(['contextFiles', 'common'])
  const [isAsking, setAsking] = useState(false)
  const remove = () =>
    removeContextFile(place, file.id).then(
      () => showToast(t('delete.done', { file: file.name }), 'good'),
      () => showToast(t('delete.failed'), 'bad'),
    )
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t('delete.action', { file: file.name })}
        onClick={() => setAsking(true)}
      >
        <IconTrash size={17} stroke={1.7} />
      </ActionIcon>
      <ConfirmDialog
        opened={isAsking}
        title={t('delete.title', { file: file.name })}
        confirmLabel={t('delete.confirm')}
        cancelLabel={t('common:action.cancel')}
        tone="danger"
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        {t('delete.text')}
      </ConfirmDialog>
    </>
  )
}
