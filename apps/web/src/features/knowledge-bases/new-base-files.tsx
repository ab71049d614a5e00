import type { Account } from '@atrium/contract'
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { useStore } from '../../lib/store.ts'
import fileStyles from '../context-files/context-files.module.css'
import entry from '../../lib/lists/entry.module.css'
import { FileMark } from '@atrium/ui/components/file-mark.tsx'
import { fileSize } from '../../entities/files/file-size.ts'
import { UploadArea } from '../context-files/index.ts'
import { contextLimitsOf } from '../../entities/files/upload-rules.ts'
import type { ArrivedFile, NewBaseUploads } from './base-uploads.ts'
import styles from './knowledge-bases.module.css'

type NewBaseFilesProps = {
  account: Account
  files: NewBaseUploads
}

/** The files of a base to be created: drop zone, uploads, and uploaded ones. */
export function NewBaseFiles({ account, files }: NewBaseFilesProps) {
  const { t } = useTranslation('knowledgeBases')
  const heading = useId()
  const arrived = useStore(files.arrived)
  const use = {
    limits: contextLimitsOf(account.subscriptionPlan),
    count: arrived.length,
    usedBytes: arrived.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    names: arrived.map(({ name }) => name),
  }
  return (
    <section className={styles.group} aria-labelledby={heading}>
      <h3 id={heading} className={styles.groupTitle}>
        {t('create.files')}
      </h3>
      <UploadArea uploads={files.uploads} use={use} />
      {arrived.length > 0 && (
        <ul className={entry.rows} aria-label={t('create.files')}>
          {arrived.map((file) => (
            <ArrivedRow key={file.key} file={file} onRemove={() => files.leaveOut(file.key)} />
          ))}
        </ul>
      )}
    </section>
  )
}

function ArrivedRow({ file, onRemove }: { file: ArrivedFile; onRemove: () => void }) {
  const { t } = useTranslation('contextFiles')
  return (
    <li className={fileStyles.row}>
      <FileMark name={file.name} />
      <div className={entry.words}>
        <bdi className={entry.name} title={file.name}>
          {file.name}
        </bdi>
        <p className={entry.facts}>
          <span>{fileSize(file.sizeBytes, currentLanguage())}</span>
        </p>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t('upload.dismiss', { file: file.name })}
        onClick={onRemove}
      >
        <IconX size={17} stroke={1.8} />
      </ActionIcon>
    </li>
  )
}
