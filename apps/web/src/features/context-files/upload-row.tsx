import { ActionIcon, Button, Progress } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from '../../lib/translate.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import entry from '../../lib/lists/entry.module.css'
import styles from './context-files.module.css'
import { FileMark } from '@atrium/ui/components/file-mark.tsx'
import { fileSize } from '../../entities/files/file-size.ts'
import { failureText } from './problem-text.ts'
import { uploadFailureOf } from '../../entities/files/upload-failure.ts'
import type { Upload, Uploads, UploadState } from '../../entities/files/uploads.ts'

/** One upload: its progress, or its failure with actions. */
export function UploadRow({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const { t } = useTranslation('contextFiles')
  const { file, state, id } = upload
  const failure = state.kind === 'failed' ? uploadFailureOf(state.error) : null
  return (
    <li className={styles.row}>
      <FileMark name={file.name} />
      <div className={entry.words}>
        <bdi className={entry.name} title={file.name}>
          {file.name}
        </bdi>
        {failure ? (
          <p role="alert" className={styles.problem}>
            {failureText(file.name, failure, t)}
          </p>
        ) : (
          <UploadProgress file={file} state={state} />
        )}
      </div>
      {failure?.canRetry && (
        <Button
          size="xs"
          variant="default"
          aria-label={t('upload.retryOf', { file: file.name })}
          onClick={() => uploads.retry(id)}
        >
          {t('upload.retry')}
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t(failure ? 'upload.dismiss' : 'upload.cancel', { file: file.name })}
        onClick={() => uploads.remove(id)}
      >
        <IconX size={17} stroke={1.8} />
      </ActionIcon>
    </li>
  )
}

function UploadProgress({ file, state }: { file: File; state: UploadState }) {
  const { t } = useTranslation('contextFiles')
  const sent = state.kind === 'uploading' ? state.sent : 0
  // Rounded down: 100 % only when complete.
  const percent = Math.floor(sent * 100)
  const words =
    state.kind === 'waiting'
      ? t('upload.waiting')
      : percent === 100
        ? t('upload.checking')
        : t('upload.percent', { percent })
  return (
    <>
      <Progress.Root size={5} className={styles.progress ?? ''}>
        <Progress.Section
          value={percent}
          animated={percent === 100}
          aria-label={t('upload.progress', { file: file.name })}
        />
      </Progress.Root>
      <p className={entry.facts}>
        <span>{words}</span>
        <span>{fileSize(file.size, currentLanguage())}</span>
      </p>
    </>
  )
}
